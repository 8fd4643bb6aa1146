import { libraryCollections } from '../../features/content-editor/collections/library.ts'
import { ContentPage } from '../../features/content-editor/content-page.tsx'

export default function LearningResources() {
  return <ContentPage page="learningResources" collections={libraryCollections} />
}
