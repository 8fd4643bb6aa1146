import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../shared/api/api-error.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { InEnglish } from '../../shared/ui/in-english.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { MarkdownWithDiagrams } from '../../shared/ui/markdown/diagram.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { type EntryOf, entryQuery } from './api.ts'
import { OutsideLink } from './filtered-list.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './messages.en.ts'

/** One entry of the library, with a link back to its list. */
export function EntryPage<const Path extends string>({
  path,
  list,
  back,
  title,
  children,
}: {
  /** The API path of its list. */
  path: Path
  /** The page of its list, and its name. */
  list: string
  back: string
  title: string
  children: (entry: EntryOf<Path>, back: ReactNode) => ReactNode
}) {
  const messages = useLibraryMessages()
  const { id = '' } = useParams()
  const { data: entry, error, refetch } = useQuery(entryQuery(path, id))
  const missing = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (entry) {
    return children(
      entry,
      <Link to={list} className={styles.back}>
        {back}
      </Link>,
    )
  }
  return (
    <Page title={title}>
      {!error && <Skeleton heights={[2.5, 1.5, 20]} />}
      {error && !missing && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {missing && (
        <EmptyState
          title={messages.missingTitle}
          text={messages.missingText}
          action={
            <ButtonLink to={list} variant="primary">
              {back}
            </ButtonLink>
          }
        />
      )}
    </Page>
  )
}

/** One article. */
export function ArticlePage() {
  const { difficulty } = useMessages()
  const messages = useLibraryMessages()
  const words = messages.articles
  return (
    <EntryPage path="/api/articles" list="/articles" back={words.back} title={words.title}>
      {(article, back) => (
        <Page title={article.title} lead={article.summary}>
          {back}
          <p className={styles.tags}>
            <Tag>{article.category}</Tag>
            <Tag>{difficulty[article.difficulty]}</Tag>
            <Tag>{messages.minutes(article.readingTime)}</Tag>
            <InEnglish />
          </p>
          <article className={styles.article}>
            <MarkdownWithDiagrams text={article.body} diagrams={article.diagrams} />
            {article.sources.length > 0 && (
              <section aria-labelledby="sources">
                <h2 id="sources">{words.sources}</h2>
                <ul className={styles.contents}>
                  {article.sources.map(({ title, url }) => (
                    <li key={url}>
                      <bdi>
                        <OutsideLink to={url}>{title}</OutsideLink>
                      </bdi>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </article>
        </Page>
      )}
    </EntryPage>
  )
}

/** A preparation guide, section by section. */
export function GuidePage() {
  const messages = useLibraryMessages()
  const words = messages.guides
  return (
    <EntryPage path="/api/guides" list="/preparation-guides" back={words.back} title={words.title}>
      {(guide, back) => (
        <Page title={guide.title} lead={guide.description}>
          {back}
          <div
            aria-hidden
            className={styles.rule}
            style={{ background: `linear-gradient(90deg, ${guide.color.from}, ${guide.color.to})` }}
          />
          <p className={styles.tags}>
            <Tag>{words.levels[guide.difficulty]}</Tag>
            <Tag>{messages.minutes(guide.estimatedTime)}</Tag>
            <InEnglish />
          </p>
          <div className={styles.reading}>
            <div>
              {guide.sections.map((section, position) => (
                <section key={section.title} aria-labelledby={anchor(position)} className={styles.chapter}>
                  <h2 id={anchor(position)} dir="auto">
                    {section.title}
                  </h2>
                  <p className={styles.quiet}>{messages.minutes(section.readingTime)}</p>
                  <MarkdownWithDiagrams text={section.description} diagrams={guide.diagrams} topLevel={3} />
                  {section.topics.length > 0 && (
                    <ul aria-label={words.topics} className={`plain-list ${styles.tags}`}>
                      {section.topics.map((topic) => (
                        <li key={topic}>
                          <Tag>{topic}</Tag>
                        </li>
                      ))}
                    </ul>
                  )}
                </section>
              ))}
            </div>
            <aside className={styles.aside}>
              <nav aria-label={words.contents}>
                <h2>{words.contents}</h2>
                <ol className={styles.contents}>
                  {guide.sections.map((section, position) => (
                    <li key={section.title}>
                      <a href={`#${anchor(position)}`} dir="auto">
                        {section.title}
                      </a>
                    </li>
                  ))}
                </ol>
              </nav>
              <Texts title={words.skills} texts={guide.targetSkills} />
              <Texts title={words.features} texts={guide.features} />
            </aside>
          </div>
        </Page>
      )}
    </EntryPage>
  )
}

function Texts({ title, texts }: { title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul className={styles.contents}>
        {texts.map((text) => (
          <li key={text}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

const anchor = (position: number) => `section-${position + 1}`
