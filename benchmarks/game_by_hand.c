/* The whole game of spec/posg as in game_by_hand.py, in C: the same rules, and the same
   draws in the same order, so both end alike. Fills elected[0..games-1]. */

#include <stdint.h>
#include <string.h>

#define GOLDEN 0x9E3779B97F4A7C15ull
#define VOTERS 24
#define NOBODY (-1)

typedef struct { int column, row; } square; /* column 0: not on the board */

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static int pick(uint64_t *stream, int values) {
    *stream += GOLDEN;
    return (int)((unsigned __int128)mix(*stream) * (unsigned)values >> 64);
}

typedef struct {
    uint64_t dice, choices, lots;
    int players, pieces[4], running[4], remaining;
    square candidates[4], voters[VOTERS];
    int votes[VOTERS];
} game;

static int taken(const game *g, int column, int row) {
    for (int k = 0; k < g->players; k++)
        if (g->candidates[k].column == column && g->candidates[k].row == row) return 1;
    return 0;
}

static square positioned(game *g, int among_candidates) {
    for (;;) {
        int die[4], free[6], number = 0;
        for (int i = 0; i < 4; i++) die[i] = 1 + pick(&g->dice, 6);
        for (int i = 1; i < 4; i++) {
            int one = die[0] + die[i], two = -one;
            for (int j = 0; j < 4; j++) two += die[j];
            for (int turn = 0; turn < 2; turn++) {
                int column = turn ? two : one, row = turn ? one : two;
                int key = 16 * column + row, at = number;
                if (among_candidates && taken(g, column, row)) continue;
                while (at > 0 && free[at - 1] > key) at--;
                if (at > 0 && free[at - 1] == key) continue;
                for (int j = number; j > at; j--) free[j] = free[j - 1];
                free[at] = key;
                number++;
            }
        }
        if (number) {
            int key = free[pick(&g->choices, number)];
            return (square){key / 16, key % 16};
        }
    }
}

static void poll(game *g) {
    int waiting[VOTERS], number = 0, turn = 0;
    for (int w = 0; w < VOTERS; w++)
        if (!g->voters[w].column) waiting[number++] = w;
    while (number) {
        int at = pick(&g->lots, number);
        g->voters[waiting[at]] = positioned(g, 0);
        memmove(waiting + at, waiting + at + 1, (size_t)(--number - at) * sizeof(int));
        square *own = &g->candidates[g->pieces[turn]], free[8];
        int moves = 0;
        for (int x = -1; x <= 1; x++)
            for (int y = -1; y <= 1; y++) {
                int column = own->column + x, row = own->row + y;
                if ((x || y) && column >= 2 && column <= 12 && row >= 2 && row <= 12 &&
                    !taken(g, column, row))
                    free[moves++] = (square){column, row};
            }
        int chosen = pick(&g->choices, moves + 1);
        if (chosen < moves) *own = free[chosen];
        if (++turn == g->players) turn = 0;
    }
}

static int distance(int one, int two) { return one < two ? two - one : one - two; }

/* The voter votes anew, and joins the candidate it votes for. */
static void ask(game *g, int w) {
    int best = 1000, found = NOBODY;
    for (int i = 0; i < g->remaining; i++) {
        square at = g->candidates[g->running[i]];
        int across = distance(g->voters[w].column, at.column);
        int up = distance(g->voters[w].row, at.row);
        int key = 32 * (across > up ? across : up) + across + up;
        if (key < best) best = key, found = g->running[i];
        else if (key == best) found = NOBODY;
    }
    g->votes[w] = found;
    if (found != NOBODY) g->voters[w] = g->candidates[found];
}

static int play(game *g) {
    for (int i = 0; i < g->players; i++) {
        int free[4], number = 0;
        for (int k = 0; k < g->players; k++) {
            int used = 0;
            for (int j = 0; j < i; j++) used |= g->pieces[j] == k;
            if (!used) free[number++] = k;
        }
        g->pieces[i] = free[pick(&g->choices, number)];
        g->candidates[g->pieces[i]] = positioned(g, 1);
    }
    g->remaining = g->players;
    for (int k = 0; k < g->players; k++) g->running[k] = k;
    poll(g);
    for (int w = 0; w < VOTERS; w++) ask(g, w);
    for (;;) {
        int tally[4] = {0}, fewest = VOTERS + 1, most = 0;
        for (int w = 0; w < VOTERS; w++)
            if (g->votes[w] != NOBODY) tally[g->votes[w]]++;
        for (int i = 0; i < g->remaining; i++) {
            int k = g->running[i];
            if (2 * tally[k] > VOTERS) return k;
            if (tally[k] < fewest) fewest = tally[k];
            if (tally[k] > most) most = tally[k];
        }
        if (fewest == most && g->remaining == 2) {
            for (int i = 0; i < 3; i++) {
                int able[VOTERS], number = 0;
                for (int w = 0; w < VOTERS; w++)
                    if (g->votes[w] != NOBODY) able[number++] = w;
                if (!number)
                    for (int w = 0; w < VOTERS; w++)
                        if (g->voters[w].column) able[number++] = w;
                int out = able[pick(&g->lots, number)];
                g->voters[out].column = 0;
                g->votes[out] = NOBODY;
            }
            poll(g);
            for (int w = 0; w < VOTERS; w++) ask(g, w);
            continue;
        }
        int out = fewest == most ? g->running[pick(&g->lots, g->remaining)] : NOBODY, left = 0;
        for (int i = 0; i < g->remaining; i++) {
            int k = g->running[i];
            if (out == NOBODY ? tally[k] > fewest : k != out) g->running[left++] = k;
        }
        g->remaining = left;
        int running[4] = {0};
        for (int i = 0; i < left; i++) running[g->running[i]] = 1;
        for (int w = 0; w < VOTERS; w++)
            if (g->votes[w] != NOBODY && !running[g->votes[w]]) ask(g, w);
        for (int w = 0; w < VOTERS; w++)
            if (g->votes[w] == NOBODY) ask(g, w);
    }
}

void games(int players, uint64_t dice, uint64_t choices, uint64_t lots, long first, long number,
           int8_t *elected) {
    for (long i = 0; i < number; i++) {
        game g;
        memset(&g, 0, sizeof g);
        uint64_t key = (uint64_t)(first + i + 1) * GOLDEN;
        g.dice = mix(dice + key), g.choices = mix(choices + key), g.lots = mix(lots + key);
        g.players = players;
        for (int w = 0; w < VOTERS; w++) g.votes[w] = NOBODY;
        elected[i] = (int8_t)play(&g);
    }
}
