import { Button } from '../../components/button.js'
import type { Picture } from './conversation.js'

/** The pictures that will be sent with the message. */
export default function PictureChips(properties: {
  readonly pictures: readonly Picture[]
  readonly onChange: (pictures: readonly Picture[]) => void
}) {
  const { pictures, onChange } = properties
  return (
    <ul class="picture-chips" aria-label="Pictures">
      {pictures.map((picture, index) => (
        <li key={index} class="picture-chip">
          <img src={`data:${picture.mediaType};base64,${picture.data}`} alt="" />
          <span>{picture.name}</span>
          <Button
            variant="quiet"
            icon="close"
            aria-label={`Remove ${picture.name}`}
            onClick={() => onChange(pictures.filter((other) => other !== picture))}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}
