import { z } from 'zod'
import { longText, shortText, slug, tagList } from '../common.ts'
import { storedAddress, webAddress } from '../web-address.ts'
import { diagrams, entryFields, illustratedText, libraryEndpoints } from './entries.ts'

const texts = z.array(shortText(200)).max(50)
const minutes = z.int().min(1).max(600)

/** A preparation guide: what to prepare, in which order, and how long it takes. */
export const guideDocument = z.object({
  title: shortText(200),
  description: longText(2_000),
  difficulty: z.enum(['all-levels', 'intermediate', 'advanced']),
  /** Minutes. */
  estimatedTime: minutes,
  /** The two ends of a gradient. */
  color: z.object({ from: z.string().regex(/^#[0-9a-f]{6}$/), to: z.string().regex(/^#[0-9a-f]{6}$/) }),
  icon: slug,
  sections: z
    .array(
      z.object({
        title: shortText(200),
        description: illustratedText(5_000),
        /** Minutes. */
        readingTime: minutes,
        topics: texts.default([]),
      }),
    )
    .min(1)
    .max(50),
  features: texts.default([]),
  targetSkills: texts.default([]),
})
export type GuideDocument = z.infer<typeof guideDocument>
export const guide = z.object({ ...entryFields, ...guideDocument.shape, diagrams }).meta({ id: 'Guide' })
export type Guide = z.infer<typeof guide>

/** One of our articles; its body is Markdown. */
export const articleDocument = z.object({
  title: shortText(200),
  summary: longText(1_000),
  body: illustratedText(100_000),
  category: shortText(100),
  difficulty: z.enum(['beginner', 'intermediate', 'advanced']).default('beginner'),
  /** Minutes. */
  readingTime: minutes,
  tags: tagList.default([]),
  sources: z
    .array(z.object({ title: shortText(200), url: webAddress }))
    .max(30)
    .default([]),
})
export type ArticleDocument = z.infer<typeof articleDocument>
export const article = z
  .object({
    ...entryFields,
    ...articleDocument.shape,
    sources: z.array(z.object({ title: shortText(200), url: storedAddress })),
    diagrams,
  })
  .meta({ id: 'Article' })
export type Article = z.infer<typeof article>

/** A cheat sheet: short entries under headings, with or without a line of code. */
export const cheatSheetDocument = z.object({
  title: shortText(200),
  description: longText(1_000),
  category: shortText(100),
  language: z.enum(['html', 'css', 'javascript', 'typescript', 'jsx', 'shell', 'http']),
  groups: z
    .array(
      z.object({
        title: shortText(200),
        entries: z
          .array(z.object({ code: longText(2_000), description: longText(1_000) }))
          .min(1)
          .max(100),
      }),
    )
    .min(1)
    .max(50),
  tags: tagList.default([]),
})
export type CheatSheetDocument = z.infer<typeof cheatSheetDocument>
export const cheatSheet = z.object({ ...entryFields, ...cheatSheetDocument.shape }).meta({ id: 'CheatSheet' })
export type CheatSheet = z.infer<typeof cheatSheet>

export const guideEndpoints = libraryEndpoints({
  path: '/api/guides',
  noun: 'Guide',
  document: guideDocument,
  view: guide,
  filters: ['difficulty'],
})

export const articleEndpoints = libraryEndpoints({
  path: '/api/articles',
  noun: 'Article',
  document: articleDocument,
  view: article,
  filters: ['category', 'difficulty', 'tag', 'searchTerm'],
})

export const cheatSheetEndpoints = libraryEndpoints({
  path: '/api/cheatsheets',
  noun: 'Cheat sheet',
  document: cheatSheetDocument,
  view: cheatSheet,
  filters: ['category', 'tag', 'searchTerm'],
})
