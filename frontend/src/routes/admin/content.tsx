import { categories, paths, topics } from '../../features/content-editor/collections/places.ts'
import { plans } from '../../features/content-editor/collections/plans.ts'
import { ContentPage } from '../../features/content-editor/content-page.tsx'

export default function Content() {
  return <ContentPage page="content" collections={[paths, plans, categories, topics]} />
}
