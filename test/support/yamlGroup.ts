/** A minimal program in YAML that declares one container group. */
export const YAML_GROUP = `
resources:
  web:
    type: vendorcloud:index:ContainerGroup
    properties:
      resourceGroupName: demo
      osType: Linux
      containers: [{ name: web, image: nginx, resources: { requests: { cpu: 1, memoryInGB: 1 } } }]
`;
