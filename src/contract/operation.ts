import type { SchemaValidator } from './schema/explain.js'

/** One operation of the contract, as the server needs it. */
export type Operation = OperationOf<SchemaValidator>

/** One parameter of an operation. */
export type Parameter = ParameterOf<SchemaValidator>

/** `Schema`: a pointer into the document (`string`), or a compiled validator. */
export interface OperationOf<Schema> {
  readonly operationId: string
  /** In lower case. */
  readonly method: string
  /** As in the document: `/v1beta/models/{model}:generateContent`. */
  readonly path: string
  /** Whether it needs no token: its list of security schemes is empty. */
  readonly open: boolean
  /** Media types of the body, as the document has them. */
  readonly bodyTypes: readonly string[]
  /** Whether there must be a body. */
  readonly bodyRequired: boolean
  /** The schema of a JSON body. */
  readonly body: Schema | undefined
  readonly parameters: readonly ParameterOf<Schema>[]
}

export interface ParameterOf<Schema> {
  /** Header names in lower case. */
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  /** The type that its text is converted to. */
  readonly type: 'text' | 'number' | 'boolean' | 'list'
  /** `undefined`: any text is valid. */
  readonly schema: Schema | undefined
}

/** The same operation with its schemas converted. */
export function withSchemas<From, To>(operation: OperationOf<From>, convert: (schema: From) => To): OperationOf<To> {
  const converted = (schema: From | undefined): To | undefined => (schema === undefined ? undefined : convert(schema))
  return {
    ...operation,
    body: converted(operation.body),
    parameters: operation.parameters.map((parameter) => ({ ...parameter, schema: converted(parameter.schema) })),
  }
}
