/** A category, topic, learning path or section that a question is filed under. */
export interface TaxonomyNode {
  id: string
  name: string
}
