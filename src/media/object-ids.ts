import { NamedReferences, References, type ObjectIds } from '../dialects/object-ids.js'

/** Ids of files in JSON requests of the media tasks: images to edit, parts of contents to embed. */
export const mediaObjectIds: ObjectIds = {
  referencesIn: (wire) => {
    const references = new References()
    references.addNamed(wire, '', named)
    return references.found
  },
  marks: ['"file_id"', '"fileUri"', '"file_uri"'],
  unknown: { kind: 'invalid_request', code: 'not_found' },
  issued: true,
}

const named = new NamedReferences({ file_id: 'File', fileUri: 'File', file_uri: 'File' })
