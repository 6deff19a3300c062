"""The base of every model in the rule set: frozen, closed, compared by value.

A *family* (types, expressions, statements) is a closed union told apart by
``kind``. Its root validates a node that is already built by a look at its
class, and data by its ``kind``; so a node is checked once, when it is made,
and importing the models does not expand one recursive schema for each class.
"""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema


class Model(BaseModel):
    """A frozen record that refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Family(Model):
    """The root of a closed union; a member has a field ``kind``, a root has none."""

    family_members: ClassVar[dict[str, type["Family"]]]

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if "kind" in cls.__annotations__:
            cls.family_members[cls.model_fields["kind"].default] = cls
        else:
            cls.family_members = {}

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        if "kind" in cls.__annotations__ or cls.__name__ == "Family":
            return handler(source)

        def validate(value: Any) -> Any:
            if isinstance(value, cls):
                return value
            kind = value.get("kind") if isinstance(value, dict) else None
            member = cls.family_members.get(kind) if isinstance(kind, str) else None
            if member is None:
                known = ", ".join(sorted(cls.family_members))
                raise ValueError(f"kind {kind!r} is none of: {known}")
            return member.model_validate(value)

        def serialize(value: Any) -> Any:
            return value.model_dump(mode="json")

        return core_schema.no_info_plain_validator_function(
            validate,
            serialization=core_schema.plain_serializer_function_ser_schema(serialize),
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Of a root: the names of its members, among whom a whole schema must have one."""
        if "kind" in cls.__annotations__ or cls.__name__ == "Family":
            return handler(schema)
        return {"x-one-of": [member.__name__ for member in cls.family_members.values()]}
