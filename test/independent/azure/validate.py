"""
Checks requests, which are JSON lines in files of a folder, with the models of Azure's SDKs. Prints how many there are of each kind, and
what the models refuse.
"""

import json
import pathlib
import re
import sys

import azure.mgmt.containerinstance.models as container_instance
from models import find_problems

try:
    import azure.mgmt.workloadssapvirtualinstance.models as workloads
except ImportError:
    import azure.mgmt.workloads.models as workloads

KINDS = [
    ("PUT", r"/containerGroups/[^/]+$", container_instance, "ContainerGroup"),
    ("PATCH", r"/containerGroups/[^/]+$", container_instance, "Resource"),
    ("POST", r"/stop$", workloads, "StopRequest"),
]


def models_of(package):
    return {name: value for name, value in vars(package).items() if isinstance(value, type)}


checked = {}
violations = {}
for file in pathlib.Path(sys.argv[1]).glob("*.jsonl"):
    for line in file.read_text("utf-8").strip().split("\n"):
        request = json.loads(line)
        for method, path, package, kind in KINDS:
            if request["method"] != method or not re.search(path, request["path"], re.I):
                continue
            checked[kind] = checked.get(kind, 0) + 1
            # The log of the emulator has the documents' names.
            body = json.loads(json.dumps(request["body"]).replace('"cloudFile":', '"azureFile":'))
            for problem in find_problems(models_of(package), kind, body, is_sent=True):
                violations.setdefault(problem, []).append(request["path"])
print(json.dumps({"checked": checked, "violations": violations}))
