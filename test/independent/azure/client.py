"""
Azure's own clients at work with an emulator, whose address, token and subscription are the arguments. Prints the result of each step
as JSON, and at last what answers have that the clients' models do not have.
"""

import json
import sys

import azure.mgmt.containerinstance._serialization as container_instance
import azure.mgmt.workloads._serialization as workloads
from azure.core.exceptions import HttpResponseError
from azure.core.pipeline.policies import SansIOHTTPPolicy
from azure.mgmt.containerinstance import ContainerInstanceManagementClient
from azure.mgmt.workloads import WorkloadsMgmtClient
from models import find_problems

url, token, subscription = sys.argv[1:]
answered = set()


class Token(SansIOHTTPPolicy):
    """The clients send no token of their own without TLS."""

    def on_request(self, request):
        request.http_request.headers["Authorization"] = f"Bearer {token}"


def watch(deserializer):
    read = deserializer.__call__

    def watched(self, target, response, content_type=None):
        if hasattr(response, "http_response"):
            answered.update(find_problems(self.dependencies, target, json.loads(response.http_response.text())))
        return read(self, target, response, content_type)

    deserializer.__call__ = watched


watch(container_instance.Deserializer)
watch(workloads.Deserializer)
options = {
    "credential": object(),
    "subscription_id": subscription,
    "base_url": url,
    "authentication_policy": Token(),
    "polling_interval": 0.01,
}
groups = ContainerInstanceManagementClient(**options).container_groups
sap = WorkloadsMgmtClient(**options)

GROUP = {
    "location": "westus",
    "os_type": "Linux",
    "containers": [
        {
            "name": "web",
            "image": "nginx:1",
            "ports": [{"port": 80}],
            "resources": {"requests": {"cpu": 1, "memory_in_gb": 1}},
        },
    ],
    "ip_address": {"type": "Public", "ports": [{"port": 80, "protocol": "TCP"}]},
}
GROUP_NAME = ("demo", "from-sdk")
SYSTEM = ("demo", "X00")

STEPS = {
    "create a group": lambda: groups.begin_create_or_update(*GROUP_NAME, GROUP).result().provisioning_state,
    "read it": lambda: groups.get(*GROUP_NAME).containers[0].instance_view.current_state.state,
    "list groups": lambda: [group.name for group in groups.list()],
    "list groups of a resource group": lambda: [group.name for group in groups.list_by_resource_group("demo")],
    "change its tags": lambda: groups.update(*GROUP_NAME, {"tags": {"stage": "test"}}).tags,
    "delete it": lambda: groups.begin_delete(*GROUP_NAME).result().name,
    "read it deleted": lambda: groups.get(*GROUP_NAME),
    "read a virtual instance": lambda: sap.sap_virtual_instances.get(*SYSTEM).status,
    "read a database": lambda: sap.sap_database_instances.get(*SYSTEM, "db0").status,
    "stop it without a body": lambda: sap.sap_database_instances.begin_stop_instance(*SYSTEM, "db0").result().status,
    "read it offline": lambda: sap.sap_database_instances.get(*SYSTEM, "db0").status,
    "stop an application server": lambda: sap.sap_application_server_instances.begin_stop_instance(
        *SYSTEM, "app0", {"soft_stop_timeout_seconds": 5}
    )
    .result()
    .status,
    "stop a central server": lambda: sap.sap_central_instances.begin_stop_instance(*SYSTEM, "cs0").result().status,
    "stop the virtual instance": lambda: sap.sap_virtual_instances.begin_stop(*SYSTEM).result().status,
    "read the virtual instance offline": lambda: sap.sap_virtual_instances.get(*SYSTEM).status,
    "read no virtual instance": lambda: sap.sap_virtual_instances.get("demo", "X01"),
}


def result(step):
    try:
        return step()
    except HttpResponseError as error:
        return f"{error.status_code} {error.error.code}"


results = {name: result(step) for name, step in STEPS.items()}
print(json.dumps({"results": results, "unknown": sorted(answered)}))
