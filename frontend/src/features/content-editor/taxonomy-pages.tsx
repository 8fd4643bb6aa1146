import { ContentPage } from './content-page.tsx'
import { categories, paths, sections, topics } from './places.ts'
import { plans } from './plans.ts'

export const SectionsPage = () => <ContentPage page="sections" collections={[sections]} />

/** Learning paths, plans, categories and topics. */
export const TaxonomyPage = () => (
  <ContentPage page="content" collections={[paths, plans, categories, topics]} />
)
