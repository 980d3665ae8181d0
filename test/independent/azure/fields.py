"""Prints the path of every field that the newest model of a container group can send, as JSON."""

import json

import azure.mgmt.containerinstance.models as container_instance
from models import fields_of, is_model

models = {name: value for name, value in vars(container_instance).items() if isinstance(value, type)}


def paths(kind, path):
    if kind[0] == "[":
        return paths(kind[1:-1], f"{path}[]")
    if kind not in models or not is_model(models[kind]):
        return []
    found = []
    for name, inner in fields_of(models[kind], is_sent=True).items():
        at = f"{path}.{name}" if path else name
        found += [at, *paths(inner, at)]
    return found


print(json.dumps(paths("ContainerGroup", "")))
