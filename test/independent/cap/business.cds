/** Some business records, with the paths and names that the documents show. */

aspect Entity {
  key id : UUID;
  @odata.etag @cds.on.insert: $now @cds.on.update: $now
  lastModifiedDateTime : Timestamp;
}

entity Companies {
  key id : UUID;
  name : String(100);
  customers : Composition of many Customers on customers.company = $self;
  items : Composition of many Items on items.company = $self;
  salesQuotes : Composition of many SalesQuotes on salesQuotes.company = $self;
}

entity Customers : Entity {
  company : Association to Companies;
  number : String(20);
  displayName : String(100);
  type : String(20);
  city : String(30);
  email : String(80);
  taxLiable : Boolean;
  currencyId : UUID;
  blocked : String(20);
  creditLimit : Decimal(15, 2);
}

entity Items : Entity {
  company : Association to Companies;
  number : String(20);
  displayName : String(100);
  type : String(20);
  blocked : Boolean;
  unitPrice : Decimal(15, 5);
}

entity SalesQuotes : Entity {
  company : Association to Companies;
  number : String(20);
  externalDocumentNumber : String(35);
  customerId : UUID @mandatory;
  status : String(20) default 'Draft';
  salesQuoteLines : Composition of many SalesQuoteLines on salesQuoteLines.documentId = $self.id;
}

entity SalesQuoteLines : Entity {
  documentId : UUID;
  sequence : Integer;
  itemId : UUID;
  quantity : Decimal(15, 5);
}

@path: '/api/v2.0'
service Business {
  entity companies as projection on Companies;
  entity customers as projection on Customers;
  entity items as projection on Items;
  entity salesQuotes as projection on SalesQuotes;
  entity salesQuoteLines as projection on SalesQuoteLines;
}
