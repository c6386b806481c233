import { EmptyState } from '../../components/states.js'
import { PageHeading } from '../../layout/page-heading.js'

export default function PlaygroundPage() {
  return (
    <>
      <PageHeading title="Playground" />
      <EmptyState title="Nothing sent yet." />
    </>
  )
}
