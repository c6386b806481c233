import { describeOperations } from './describe.js'
import { withSchemas, type Operation } from './operation.js'
import { SchemaSet, type OpenApiDocument, type SchemaValidator } from './schema/index.js'

/** The operations of a document that is only known at run time: each schema is compiled when it is first needed. */
export async function compileOperations(document: OpenApiDocument): Promise<Operation[]> {
  const schemas = new SchemaSet(document)
  const operations = await describeOperations(document)
  return operations.map((operation) => withSchemas(operation, (pointer) => lazily(() => schemas.at(pointer))))
}

function lazily(compile: () => SchemaValidator): SchemaValidator {
  let check: SchemaValidator | undefined
  return (value) => (check ??= compile())(value)
}
