import { readParameters } from '../contract/parameters.js'
import type { PublishedFiles } from '../mock/published.js'
import { ContractTexts } from '../server/published/contract-texts.js'
import { publishedBy } from '../server/published/published-document.js'
import { ReferencePage, type ReferenceFile } from '../server/reference/reference-page.js'
import { contractFolder, publishedFolder, referenceFolder, type Documents } from './documents.js'

/** What the gateway publishes of its contract, for the mock. */
export function publishedFiles(documents: Documents): PublishedFiles {
  const texts = new ContractTexts(documents, { contract: contractFolder, published: publishedFolder })
  const page = new ReferencePage(referenceFolder)
  return ({ operation, query, parameters, headers }, address) => {
    switch (operation.operationId) {
      case 'getReferencePage':
        return ofFile(page.page(headers['accept-encoding']))
      case 'getReferenceAsset':
        return ofFile(page.script(parameters['asset'] ?? '', headers['accept-encoding']))
      default: {
        const published = publishedBy(operation.operationId)
        const document = published?.find(texts, readParameters(operation.parameters, { path: parameters, query, headers }), address)
        if (published === undefined || document === undefined) return undefined
        return { status: 200, headers: { 'content-type': published.type }, body: Buffer.concat(document.pieces) }
      }
    }
  }
}

function ofFile(file: ReferenceFile | undefined): ReturnType<PublishedFiles> {
  if (file === undefined) return undefined
  const encoding = file.encoding === undefined ? {} : { 'content-encoding': file.encoding }
  return { status: 200, headers: { 'content-type': file.type, ...encoding }, body: file.bytes }
}
