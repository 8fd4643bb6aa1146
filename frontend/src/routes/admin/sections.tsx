import { sections } from '../../features/content-editor/collections/places.ts'
import { ContentPage } from '../../features/content-editor/content-page.tsx'

export default function Sections() {
  return <ContentPage page="sections" collections={[sections]} />
}
