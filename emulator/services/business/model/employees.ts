import { entityType } from "./entityType.js";
import { date, lastModified, option, text } from "./field.js";
import { defaultDimensions } from "./relations.js";

export const employees = entityType({
  caption: "Employee",
  name: "employee",
  identity: ["number"],
  series: "E00001",
  fields: {
    number: text(20),
    displayName: text(100),
    givenName: text(30),
    middleName: text(30),
    surname: text(30),
    jobTitle: text(30),
    addressLine1: text(100),
    addressLine2: text(50),
    city: text(30),
    state: text(30),
    country: text(10),
    postalCode: text(20),
    phoneNumber: text(30),
    mobilePhone: text(30),
    email: text(80),
    employmentDate: date,
    terminationDate: date,
    status: option("Active", "Inactive", "Terminated"),
    lastModifiedDateTime: lastModified,
  },
  children: [defaultDimensions],
});
