import { Icon } from '../components/icon.js'

/** Says where an object is changed that is not changed here. */
export function Managed({ what, by, place }: { readonly what: string; readonly by: string; readonly place: string | null }) {
  if (by === 'api') return null
  const [, file, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(place ?? '') ?? []
  return (
    <p class="notice">
      <Icon name="edit" />
      {file === undefined ? (
        <span>This {what} was found when the gateway started: it is not changed here.</span>
      ) : (
        <span>
          This {what} belongs to the configuration file: edit <code>{file}</code>, <span class="nowrap">line {line}</span>.
        </span>
      )}
    </p>
  )
}
