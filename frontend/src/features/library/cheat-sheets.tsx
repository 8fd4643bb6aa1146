import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Navigate, useLocation } from 'react-router'
import { InEnglish } from '../../shared/ui/in-english.tsx'
import { CodeBlock } from '../../shared/ui/markdown/code-block.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { libraryQuery } from './api.ts'
import { EntryPage } from './entry-pages.tsx'
import { EntryRow, FilteredList, useFilteredList, useTopicOffers } from './filtered-list.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './messages.en.ts'

const names = ['category', 'tag'] as const

/** The list of cheat sheets. */
export function CheatSheets() {
  const messages = useLibraryMessages()
  const { hash } = useLocation()
  const list = useFilteredList('/api/cheatsheets', names)
  const { data: all } = useQuery(libraryQuery('/api/cheatsheets'))
  const offers = useTopicOffers(all?.data)
  // Redirect old URLs: all sheets used to be on this page, each with an anchor.
  if (hash.length > 1) return <Navigate to={`/cheatsheet/${hash.slice(1)}`} replace />
  return (
    <Page title={messages.cheatSheets.title} lead={messages.cheatSheets.lead}>
      <FilteredList list={list} offers={[offers.category, offers.tag]}>
        {(sheets) => (
          <ul className={`plain-list ${styles.list}`}>
            {sheets.map(({ id, title, description, category, groups }) => (
              <EntryRow
                key={id}
                to={`/cheatsheet/${id}`}
                title={title}
                text={description}
                tags={[
                  category,
                  messages.cheatSheets.entries(groups.reduce((sum, { entries }) => sum + entries.length, 0)),
                ]}
              />
            ))}
          </ul>
        )}
      </FilteredList>
    </Page>
  )
}

/** One sheet: groups of code lines with their meaning. */
export function CheatSheetPage() {
  const { cheatSheets: words } = useLibraryMessages()
  const id = useId()
  return (
    <EntryPage path="/api/cheatsheets" list="/cheatsheet" back={words.back} title={words.title}>
      {(sheet, back) => (
        <Page title={sheet.title} lead={sheet.description}>
          {back}
          <p className={styles.tags}>
            <InEnglish />
          </p>
          <div className={styles.reading}>
            <div>
              {sheet.groups.map((group, at) => (
                <section key={group.title} aria-labelledby={`${id}-${at}`} className={styles.chapter}>
                  <h2 id={`${id}-${at}`} dir="auto">
                    {group.title}
                  </h2>
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
            </div>
            <nav aria-label={words.contents} className={styles.aside}>
              <h2>{words.contents}</h2>
              <ul className={styles.contents}>
                {sheet.groups.map(({ title }, at) => (
                  <li key={title}>
                    <a href={`#${id}-${at}`} dir="auto">
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        </Page>
      )}
    </EntryPage>
  )
}
