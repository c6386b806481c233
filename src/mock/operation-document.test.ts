import type { OpenApiDocument } from '../contract/schema/json-schema.js'
import { operationDocument } from './operation-document.js'

const document: OpenApiDocument = {
  openapi: '3.1.0',
  paths: {
    '/things/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: { responses: { 200: { $ref: '#/components/responses/Thing' } } },
      delete: { responses: { 404: { $ref: '#/components/responses/Error' } } },
    },
    '/others': { get: { responses: {} } },
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', schema: { type: 'string' } } },
    responses: {
      Thing: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing/properties/self' } } } },
      Error: { description: 'An error.' },
    },
    schemas: {
      Thing: {
        properties: { self: { $ref: '#/components/schemas/Thing' }, kind: { discriminator: { mapping: { a: '#/components/schemas/A' } } } },
      },
      A: { type: 'object' },
      Unused: { type: 'string' },
    },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  },
}

test('one operation, what all methods of its path have, and the components that these need, also in a circle', () => {
  const { parameters, responses, schemas, securitySchemes } = document.components as Record<string, Record<string, unknown>>
  const { parameters: shared, get } = (document['paths'] as Record<string, Record<string, unknown>>)['/things/{id}'] ?? {}
  expect(operationDocument(document, '/things/{id}', 'get')).toEqual({
    openapi: '3.1.0',
    paths: { '/things/{id}': { parameters: shared, get } },
    components: {
      parameters,
      responses: { Thing: responses?.['Thing'] },
      schemas: { Thing: schemas?.['Thing'], A: schemas?.['A'] },
      securitySchemes,
    },
  })
})
