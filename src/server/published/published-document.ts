import type { ParameterValues } from '../../contract/parameters.js'
import type { ContractTexts, TaggedDocument } from './contract-texts.js'

/** A document of the contract, as an operation publishes it. */
export interface PublishedDocument {
  readonly type: string
  /** `undefined`: there is no such document. */
  readonly find: (texts: ContractTexts, parameters: ParameterValues, address: string) => TaggedDocument | undefined
}

const json = 'application/json'
const yaml = 'application/yaml; charset=utf-8'

const documents: Readonly<Record<string, PublishedDocument>> = {
  getContractJson: { type: json, find: (texts, { profile, version }, address) => whole(texts, 'json', profile, version, address) },
  getContractYaml: { type: yaml, find: (texts, { profile, version }, address) => whole(texts, 'yaml', profile, version, address) },
  getContractDocument: {
    type: yaml,
    find: (texts, { document, profile, version }, address) => part(texts, 'yaml', String(document), profile, version, address),
  },
  getContractDocumentJson: {
    type: json,
    find: (texts, { document, profile, version }, address) => part(texts, 'json', String(document), profile, version, address),
  },
  getContractOfVersion: {
    type: json,
    find: (texts, { version, document }, address) => texts.built(`released/${String(version)}/${String(document)}.json`, address),
  },
  getContractChanges: { type: 'application/atom+xml; charset=utf-8', find: built('changelog.atom') },
  getContractForPostman: { type: json, find: built('postman.json') },
  getContractForBruno: { type: json, find: built('bruno.json') },
  getContractForModels: { type: 'text/plain; charset=utf-8', find: built('llms.txt') },
  getContractOfSocketsJson: { type: json, find: built('asyncapi.json') },
  getContractOfSocketsYaml: { type: yaml, find: built('asyncapi.yaml') },
}

function built(path: string): PublishedDocument['find'] {
  return (texts, _, address) => texts.built(path, address)
}

const byOperation: ReadonlyMap<string, PublishedDocument> = new Map(Object.entries(documents))

/** `undefined`: the operation is another one. */
export function publishedBy(operationId: string | undefined): PublishedDocument | undefined {
  return operationId === undefined ? undefined : byOperation.get(operationId)
}

type Form = 'json' | 'yaml'
type Value = ParameterValues[string] | undefined

/** The joined document: the profile for client generators, unless the profile or a version of OpenAPI that only the exact one has is asked for. */
function whole(texts: ContractTexts, form: Form, profile: Value, version: Value, address: string): TaggedDocument | undefined {
  const exact = profile === 'validation' || (profile === undefined && version !== undefined && version !== clientVersion)
  if (version === newestVersion) return exact ? texts.built(`openapi-3.2/gateway.${form}`, address) : undefined
  if (version !== undefined && version !== (exact ? exactVersion : clientVersion)) return undefined
  return texts[form](exact ? 'gateway' : 'client', address)
}

/** One document: that for validators, unless its client profile is asked for. */
function part(texts: ContractTexts, form: Form, name: string, profile: Value, version: Value, address: string): TaggedDocument | undefined {
  if (profile === 'client') {
    if (version !== undefined && version !== clientVersion) return undefined
    return name === 'client' || name === 'gateway' ? texts[form]('client', address) : texts.built(`client/${name}.${form}`, address)
  }
  if (version === newestVersion) return texts.built(`openapi-3.2/${name}.${form}`, address)
  if (version !== undefined && version !== (name === 'client' ? clientVersion : exactVersion)) return undefined
  return texts[form](name, address)
}

const clientVersion = '3.0'
const exactVersion = '3.1'
const newestVersion = '3.2'
