import type { SampleRequest } from '../parts/parts.ts';

/** https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_om_outboundmessaging.htm */
export const salesforceOutboundMessage: SampleRequest = {
  id: 'salesforce:outbound-message',
  sender: 'Salesforce',
  title: 'Outbound message (SOAP, XML)',
  method: 'POST',
  query: '',
  headers: [
    ['Content-Type', 'text/xml; charset=utf-8'],
    ['SOAPAction', '""'],
    ['User-Agent', 'Jakarta Commons-HttpClient/3.1'],
  ],
  body: `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <soapenv:Body>
  <notifications xmlns="http://soap.sforce.com/2005/09/outbound">
   <OrganizationId>00D5g000004SampleAA</OrganizationId>
   <ActionId>04k5g000000SampleAA</ActionId>
   <SessionId xsi:nil="true"/>
   <EnterpriseUrl>https://lighthouse-books.my.salesforce.com/services/Soap/c/66.0/00D5g000004Sample</EnterpriseUrl>
   <PartnerUrl>https://lighthouse-books.my.salesforce.com/services/Soap/u/66.0/00D5g000004Sample</PartnerUrl>
   <Notification>
    <Id>04l5g00000BSampleAAA</Id>
    <sObject xsi:type="sf:Contact" xmlns:sf="urn:sobject.enterprise.soap.sforce.com">
     <sf:Id>0035g00000XSampleAA</sf:Id>
     <sf:Email>grace@customer.example</sf:Email>
     <sf:FirstName>Grace</sf:FirstName>
     <sf:LastName>Lindqvist &amp; Söhne</sf:LastName>
    </sObject>
   </Notification>
  </notifications>
 </soapenv:Body>
</soapenv:Envelope>
`,
};
