import pulumi
import pulumi_vendorcloud as vendorcloud

config = pulumi.Config()

web = vendorcloud.ContainerGroup(
    "web",
    resource_group_name="demo",
    os_type="Linux",
    ip_address={"type": vendorcloud.IpAddressType.PUBLIC, "ports": [{"port": 80, "protocol": vendorcloud.PortProtocol.TCP}]},
    containers=[
        {
            "name": "web",
            "image": config.get("image") or "nginx:1.27",
            "resources": {"requests": {"cpu": 1, "memory_in_gb": 1.5}},
            "ports": [{"port": 80}],
            "environment_variables": [
                {"name": "DATABASE_PASSWORD", "secure_value": config.require_secret("databasePassword")},
            ],
        }
    ],
)

pulumi.export("address", web.ip_address.ip)
