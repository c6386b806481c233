import type { WireObject } from '../dialect.js'
import { NamedReferences, References, type ObjectIds, type ObjectReference } from '../object-ids.js'

export const objectIds: ObjectIds = {
  referencesIn,
  marks: [
    ...['"cachedContent"', '"cached_content"', '"fileUri"', '"file_uri"', '"fileSearchStoreNames"', '"file_search_store_names"'],
    ...['"ragCorpus"', '"rag_corpus"', '"datastore"', '"engine"'],
  ],
  // What the Gemini API answers: "You do not have permission to access the File …, or it may not exist."
  unknown: { kind: 'permission_denied' },
  issued: false,
}

const named = new NamedReferences(
  {
    ...{ cachedContent: 'Cached content', cached_content: 'Cached content' },
    ...{ fileUri: 'File', file_uri: 'File' },
    ...{ ragCorpus: 'RAG corpus', rag_corpus: 'RAG corpus', datastore: 'Data store', engine: 'Search engine' },
  },
  { fileSearchStoreNames: 'File search store', file_search_store_names: 'File search store' },
  // Arguments and results of the client's functions, and schemas.
  ['args', 'response', 'functionDeclarations', 'function_declarations'],
)

/** Beside its own files Gemini accepts public addresses, which have no owner. It reads files of Cloud Storage as the gateway's account. */
const ownFile = /^gs:\/\/|(?:^|\/)files\/[^/]+$/

function referencesIn(wire: WireObject): ObjectReference[] {
  const references = new References()
  references.addNamed(wire, '', named)
  return references.found.filter(({ noun, id }) => noun !== 'File' || ownFile.test(id))
}
