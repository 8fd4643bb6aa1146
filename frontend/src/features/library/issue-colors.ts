import type { BuiltInIssue } from '@rehearse/contracts'

/** The colours that tell the categories of the built-in list apart. */
const colors: Record<BuiltInIssue['category'], string> = {
  Security: '#dc2626',
  Performance: '#d97706',
  HTML: '#ea580c',
  CSS: '#2563eb',
  API: '#0d9488',
  Interview: '#7c3aed',
  TypeScript: '#1d4ed8',
  JavaScript: '#ca8a04',
  React: '#0891b2',
  Testing: '#16a34a',
  'React 18': '#0e7490',
  'Great Frontend': '#9333ea',
  Blogs: '#db2777',
  'Advanced Topics': '#4f46e5',
}
const otherColor = '#6b7280'

export const issueColor = (category: string): string =>
  Object.hasOwn(colors, category) ? colors[category as keyof typeof colors] : otherColor
