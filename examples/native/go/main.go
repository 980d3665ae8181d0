package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"vendorcloud.example/pulumi-vendorcloud/sdk/go/vendorcloud"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		settings := config.New(ctx, "")
		image := settings.Get("image")
		if image == "" {
			image = "nginx:1.27"
		}
		web, err := vendorcloud.NewContainerGroup(ctx, "web", &vendorcloud.ContainerGroupArgs{
			ResourceGroupName: pulumi.String("demo"),
			OsType:            vendorcloud.ContainerGroupOsTypeLinux,
			IpAddress: vendorcloud.IpAddressArgs{
				Type:  vendorcloud.IpAddressTypePublic,
				Ports: vendorcloud.PortArray{vendorcloud.PortArgs{Port: pulumi.Int(80), Protocol: vendorcloud.PortProtocolTCP}},
			},
			Containers: vendorcloud.ContainerArray{vendorcloud.ContainerArgs{
				Name:  pulumi.String("web"),
				Image: pulumi.String(image),
				Resources: vendorcloud.ResourceRequirementsArgs{
					Requests: vendorcloud.ResourceRequestsArgs{Cpu: pulumi.Float64(1), MemoryInGB: pulumi.Float64(1.5)},
				},
				Ports: vendorcloud.ContainerPortArray{vendorcloud.ContainerPortArgs{Port: pulumi.Int(80)}},
				EnvironmentVariables: vendorcloud.EnvironmentVariableArray{vendorcloud.EnvironmentVariableArgs{
					Name:        pulumi.String("DATABASE_PASSWORD"),
					SecureValue: settings.RequireSecret("databasePassword"),
				}},
			}},
		})
		if err != nil {
			return err
		}
		ctx.Export("address", web.IpAddress.Ip())
		return nil
	})
}
