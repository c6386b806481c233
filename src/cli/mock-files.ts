import type { PublishedFiles } from '../mock/published.js'
import { ContractTexts, type TaggedDocument } from '../server/contract-texts.js'
import { ReferencePage, type ReferenceFile } from '../server/reference/reference-page.js'
import { contractFolder, referenceFolder, type Documents } from './documents.js'

/** What the gateway publishes of its contract, for the mock. */
export function publishedFiles(documents: Documents): PublishedFiles {
  const texts = new ContractTexts(documents, contractFolder)
  const page = new ReferencePage(referenceFolder)
  return ({ operation, query, parameters, headers }, address) => {
    const whole = query.get('profile') === 'validation' ? 'gateway' : 'client'
    switch (operation.operationId) {
      case 'getContractJson':
        return ofPieces('application/json', texts.json(whole, address))
      case 'getContractYaml':
        return ofPieces('application/yaml; charset=utf-8', texts.yaml(whole, address))
      case 'getContractDocument':
        return ofPieces('application/yaml; charset=utf-8', texts.yaml(parameters['document'] ?? '', address))
      case 'getReferencePage':
        return ofFile(page.page())
      case 'getReferenceAsset':
        return ofFile(page.script(parameters['asset'] ?? '', /\bgzip\b/.test(headers['accept-encoding'] ?? '')))
      default:
        return undefined
    }
  }
}

function ofPieces(type: string, document: TaggedDocument | undefined): ReturnType<PublishedFiles> {
  return document === undefined ? undefined : { status: 200, headers: { 'content-type': type }, body: Buffer.concat(document.pieces) }
}

function ofFile(file: ReferenceFile | undefined): ReturnType<PublishedFiles> {
  if (file === undefined) return undefined
  const encoding = file.encoding === undefined ? {} : { 'content-encoding': file.encoding }
  return { status: 200, headers: { 'content-type': file.type, ...encoding }, body: file.bytes }
}
