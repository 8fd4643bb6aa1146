import { ContentPage } from '../features/content-editor/content-page.tsx'
import { libraryCollections } from '../features/content-editor/library.ts'
import { besideEntries } from './beside-entries.tsx'

export const LearningResources = () => (
  <ContentPage page="learningResources" collections={libraryCollections} beside={besideEntries} />
)
