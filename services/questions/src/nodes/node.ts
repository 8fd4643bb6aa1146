/** A category, topic, learning path or section that contains questions. */
export interface TaxonomyNode {
  id: string
  name: string
}
