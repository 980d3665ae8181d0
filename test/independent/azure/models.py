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
    if not hasattr(models[kind], "_attribute_map"):
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


def fields_of(model, is_sent):
    """The type of each field of a model, with the levels that the model leaves out."""
    fields = {}
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
    rules = getattr(model, "_validation", {})
    return [model._attribute_map[attribute]["key"] for attribute in rules if rules[attribute].get("required")]


def has(value, key):
    for level in levels_of(key):
        value = value.get(level) if isinstance(value, dict) else None
    return value is not None


def levels_of(key):
    return [part.replace("\\.", ".") for part in re.split(r"(?<!\\)\.", key)]
