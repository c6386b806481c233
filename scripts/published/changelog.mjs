// openapi/CHANGELOG.md as an Atom feed, with an entry for each version, the newest first.
import { marked } from 'marked'
import { marker } from './marker.mjs'

/** `documents`: version → names of its released documents. */
export function changelogFeed(changelog, documents) {
  const entries = changelog.split(/^## /m).slice(1).map(versionOf)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:anywire:contract</id>
  <title>Changes of anywire's contract</title>
  <updated>${entries[0].date}T00:00:00Z</updated>
  <author><name>anywire</name></author>
  <link rel="self" type="application/atom+xml" href="${marker}/openapi/changelog.atom"/>
  <link rel="alternate" type="text/html" href="${marker}/docs"/>
${entries.map((entry) => entryOf(entry, documents.get(entry.version) ?? [])).join('')}</feed>
`
}

function versionOf(section) {
  const [, version, date] = /^(\d+\.\d+\.\d+), (\d{4}-\d\d-\d\d)\n/.exec(section) ?? []
  if (version === undefined) throw new Error(`openapi/CHANGELOG.md: a heading is no "## version, date": ${section.slice(0, 40)}`)
  return { version, date, text: section.slice(section.indexOf('\n')).trim() }
}

function entryOf({ version, date, text }, names) {
  const links = names.map(
    (name) => `    <link rel="related" type="application/json" title="${name}" href="${marker}/openapi/${version}/${name}.json"/>\n`,
  )
  return `  <entry>
    <id>urn:anywire:contract:${version}</id>
    <title>Contract ${version}</title>
    <updated>${date}T00:00:00Z</updated>
    <link rel="alternate" type="text/html" href="${marker}/docs"/>
${links.join('')}    <content type="html">${escaped(marked.parse(text, { async: false }))}</content>
  </entry>
`
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
