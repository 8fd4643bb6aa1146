import type { CheatSheet as SheetEntry } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { CodeBlock } from '../../shared/ui/markdown/code-block.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { libraryQuery } from './api.ts'
import { FilteredList, useFilteredList, valuesOf } from './filtered-list.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './messages.en.ts'

const names = ['category', 'tag'] as const
type Filter = (typeof names)[number]

/** All cheat sheets on one page, to be looked things up in. */
export function CheatSheets() {
  const messages = useLibraryMessages()
  const list = useFilteredList<{ data: SheetEntry[] }, Filter>('/api/cheatsheets', names)
  const { data: all } = useQuery(libraryQuery<{ data: SheetEntry[] }>('/api/cheatsheets'))
  return (
    <Page title={messages.cheatSheets.title} lead={messages.cheatSheets.lead}>
      <FilteredList
        list={list}
        offers={[
          {
            name: 'category',
            label: messages.category,
            all: messages.allCategories,
            choices: valuesOf(all?.data, (sheet) => [sheet.category]),
          },
          {
            name: 'tag',
            label: messages.tag,
            all: messages.allTags,
            choices: valuesOf(all?.data, (sheet) => sheet.tags),
          },
        ]}
      >
        {(sheets) => (
          <div className={styles.reading}>
            <div>
              {sheets.map((sheet) => (
                <CheatSheet key={sheet.id} sheet={sheet} />
              ))}
            </div>
            <nav aria-label={messages.cheatSheets.contents} className={styles.aside}>
              <h2>{messages.cheatSheets.contents}</h2>
              <ul className={styles.contents}>
                {sheets.map(({ id, title }) => (
                  <li key={id}>
                    <a href={`#${id}`} dir="auto">
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        )}
      </FilteredList>
    </Page>
  )
}

/** One sheet: groups of lines of code, each with what it means. */
function CheatSheet({ sheet }: { sheet: SheetEntry }) {
  return (
    <section aria-labelledby={sheet.id} className={styles.chapter}>
      <h2 id={sheet.id} dir="auto">
        {sheet.title}
      </h2>
      <p dir="auto" className={styles.text}>
        {sheet.description}
      </p>
      {sheet.groups.map((group) => (
        <section key={group.title} className={styles.group}>
          <h3 dir="auto">{group.title}</h3>
          <dl className={styles.entries}>
            {group.entries.map((entry) => (
              <div key={entry.code} className={styles.entry}>
                <dt>
                  <CodeBlock code={entry.code} language={sheet.language} compact />
                </dt>
                <dd dir="auto">
                  <InlineCode text={entry.description} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </section>
  )
}
