// /llms.txt, in the form of llmstxt.org: openapi/page/llms.txt with the lists that come from the contract.
import { marker } from './marker.mjs'

/** `template`: the hand-written part. `gateway`: the joined document. `documents`: those of one style each, `[name, document]`. */
export function llmsText(template, gateway, documents) {
  const values = {
    title: gateway.info.title,
    summary: gateway.info.summary,
    documents: documents
      .map(([name, { info }]) => link(`OpenAPI of ${name} alone`, `/openapi/${name}.yaml`, info.summary ?? 'One style, exact'))
      .join('\n'),
    operations: gateway.tags.map((tag) => operationsOf(gateway, tag)).join(''),
  }
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name])
}

const link = (text, path, about) => `- [${text}](${marker}${path}): ${about.trim().replace(/\.$/, '')}`

function operationsOf({ paths }, { name, description }) {
  const lines = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags?.[0] === name)
      .map(([method, { operationId, summary }]) => link(`${method.toUpperCase()} ${path}`, `/docs#${operationId}`, summary)),
  )
  return `\n### ${name}\n\n${description.trim()}\n\n${lines.join('\n')}\n`
}
