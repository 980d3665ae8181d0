"""Compares JSON with the models of Azure's SDKs."""

import re

TYPES = {"str": str, "int": int, "float": (int, float), "bool": bool, "iso-8601": str, "object": object}


def find_problems(models, kind, value, is_sent=False, path=None):
    """
    Fields that a model does not have, and values of another type, each with its path. In a request also fields that a client does not
    send, and required ones that are missing.
    """
    path = kind if path is None else path
    if value is None:
        return []
    if kind in TYPES:
        is_number = kind in ("int", "float")
        is_right = isinstance(value, TYPES[kind]) and not (is_number and isinstance(value, bool))
        return [] if is_right else [f"{path}: not of type {kind}"]
    if kind[0] in "[{":
        if not isinstance(value, list if kind[0] == "[" else dict):
            return [f"{path}: not of type {kind}"]
        items = value if kind[0] == "[" else value.values()
        return [found for item in items for found in find_problems(models, kind[1:-1], item, is_sent, f"{path}[]")]
    if not is_model(models[kind]):
        return []
    if not isinstance(value, dict):
        return [f"{path}: not of type {kind}"]
    model = model_of(models, kind, value)
    missing = [f"{path}.{key}: missing" for key in required_keys(model) if is_sent and not has(value, key)]
    return missing + find_problems_in(models, fields_of(model, is_sent), value, is_sent, path)


def find_problems_in(models, fields, value, is_sent, path):
    found = []
    for name, child in value.items():
        at = f"{path}.{name}"
        if name not in fields:
            found.append(f"{at}: unknown")
        elif isinstance(fields[name], dict):
            found += find_problems_in(models, fields[name], child or {}, is_sent, at)
        else:
            found += find_problems(models, fields[name], child, is_sent, at)
    return found


def model_of(models, kind, value):
    """A model, or the more special one that a field names."""
    model = models[kind]
    for attribute, kinds in vars(model).get("_subtype_map", {}).items():
        name = value.get(model._attribute_map[attribute]["key"])
        if name in kinds:
            return model_of(models, kinds[name], value)
    return model


def is_model(kind):
    return hasattr(kind, "_attribute_map") or len(rest_fields(kind)) > 0


def rest_fields(model):
    """The fields of a model of a newer generator, each with its annotation, by attribute."""
    fields, annotations = {}, {}
    for base in reversed(model.__mro__):
        annotations.update(vars(base).get("__annotations__", {}))
        fields.update({name: field for name, field in vars(base).items() if hasattr(field, "_rest_name_input")})
    return {name: (field, annotations[name]) for name, field in fields.items()}


def key_of(attribute, field):
    return field._rest_name_input or attribute


def kind_of(annotation):
    """`Optional[list["_models.Port"]]` as `[Port]`."""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "") or str(annotation)
    if not isinstance(annotation, type):
        text = re.sub(r"typing\.|ForwardRef|_models\.|['()]", "", str(annotation))
    text = re.sub(r"^Optional\[(.*)\]$", r"\1", text)
    if found := re.match(r"^list\[(.*)\]$", text):
        return f"[{kind_of(found[1])}]"
    if found := re.match(r"^dict\[str, (.*)\]$", text):
        return f"{{{kind_of(found[1])}}}"
    return "str" if text.startswith("Union[str,") else {"Any": "object"}.get(text, text)


def fields_of(model, is_sent):
    """The type of each field of a model, with the levels that the model leaves out."""
    fields = {
        key_of(attribute, field): kind_of(annotation)
        for attribute, (field, annotation) in rest_fields(model).items()
        if not is_sent or field._visibility != ["read"]
    }
    if not hasattr(model, "_attribute_map"):
        return fields
    for attribute, description in model._attribute_map.items():
        if is_sent and getattr(model, "_validation", {}).get(attribute, {}).get("readonly"):
            continue
        *levels, name = levels_of(description["key"])
        inner = fields
        for level in levels:
            inner = inner.setdefault(level, {})
        inner[name] = description["type"]
    return fields


def required_keys(model):
    if not hasattr(model, "_attribute_map"):
        found = rest_fields(model).items()
        return [key_of(name, field) for name, (field, annotation) in found if not is_optional(annotation)]
    rules = getattr(model, "_validation", {})
    return [model._attribute_map[attribute]["key"] for attribute in rules if rules[attribute].get("required")]


def is_optional(annotation):
    return str(annotation).startswith("typing.Optional") or "NoneType" in str(annotation)


def has(value, key):
    for level in levels_of(key):
        value = value.get(level) if isinstance(value, dict) else None
    return value is not None


def levels_of(key):
    return [part.replace("\\.", ".") for part in re.split(r"(?<!\\)\.", key)]
