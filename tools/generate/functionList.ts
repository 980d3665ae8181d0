import type { FunctionPageOptions } from "./functions.js";

const business = 'document "Business Records Update Interface and Request Limits"';
const actions = 'document "Instance Stop Operations and Developer API Tokens"';
const options = {
  title: "Options",
  file: "provider/protocols/dynamic/function.ts",
  types: ["FunctionOptions"],
};

/**
 * All functions, sorted by name. `npm run generate` turns this list into the exports of the package, the functions of the native
 * plugin and the reference pages.
 */
export const functions: FunctionPageOptions[] = [
  {
    name: "getCompanies",
    folder: "companies",
    source: `${business}, v2.0`,
    tables: [
      options,
      {
        title: "Result",
        text: "A list. Each company has all fields that the service returns, including fields that are not listed here.",
        types: ["Company"],
        isAnswer: true,
      },
    ],
    example: { page: "business-records.md" },
  },
  {
    name: "getContainerGroup",
    folder: "containerGroups",
    source: 'document "Container Group Management Interface", 2023-05-01',
    tables: [
      {
        title: "Arguments",
        types: ["GetContainerGroupArgs"],
      },
      options,
      {
        title: "Result",
        text:
          "The outputs of [ContainerGroup](container-group.md) that the service returns, without secrets, including " +
          "undocumented fields. Also:",
        types: ["GetContainerGroupResult"],
        isAnswer: true,
      },
    ],
    example: { page: "container-groups.md" },
  },
  {
    name: "getRecords",
    folder: "records",
    source: `${business}, query facilities`,
    tables: [
      { title: "Arguments", types: ["GetRecordsArgs"] },
      {
        title: "Comparisons",
        text:
          "A filter object contains fields, each with a value or with comparisons. A record must meet all of them. A value alone " +
          "means `eq`. Fields that hold a time take a `Date`, or a string with a time zone such as `2026-01-31T12:00:00Z`; a day " +
          "alone is its first moment, UTC. Other conditions, such as `or` or `contains`, need OData text.",
        types: ["Comparison"],
      },
      options,
      {
        title: "Result",
        text:
          "A list of records, with all fields that the service returns. The types list those of `customers`, `items` and " +
          "`projects`: see [Customer](customer.md), [Item](item.md) and [Project](project.md). Each record also has:",
        types: ["RecordFields", "RowOf"],
        isAnswer: true,
      },
    ],
    example: { program: "business-records" },
  },
  {
    name: "getUser",
    folder: "apps",
    source: `${actions}, v0.1`,
    tables: [
      options,
      {
        title: "Result",
        text: "The profile has all fields that the service returns, including fields that are not listed here.",
        types: ["UserProfile"],
        isAnswer: true,
      },
    ],
    example: { program: "app-offboarding" },
  },
];
