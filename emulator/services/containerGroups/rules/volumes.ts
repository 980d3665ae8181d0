import { everyContainer, type Rule } from "./rule.js";

const SOURCES = ["cloudFile", "emptyDir", "secret", "gitRepo"] as const;

/** Every volume has exactly one source. */
export const volumeSources: Rule = (group, _groupName, report) => {
  group.properties.volumes?.forEach((volume, index) => {
    if (volume !== undefined && SOURCES.filter((source) => volume[source] !== undefined).length !== 1) {
      const choices = SOURCES.map((source) => `'${source}'`).join(", ");
      report({
        target: `properties.volumes[${index}]`,
        message: `The volume '${volume.name}' must have exactly one of ${choices}.`,
      });
    }
  });
};

/** What is mounted is a volume of the group. */
export const volumeMounts: Rule = (group, _groupName, report) => {
  const volumes = new Set(group.properties.volumes?.map((volume) => volume?.name));
  for (const { path, container } of everyContainer(group)) {
    container.properties.volumeMounts?.forEach((mount, index) => {
      if (mount?.name !== undefined && !volumes.has(mount.name)) {
        report({
          target: `${path}.properties.volumeMounts[${index}].name`,
          message: `The container '${container.name}' mounts the volume '${mount.name}', which the group does not have.`,
        });
      }
    });
  }
};
