import type { Article as ArticleEntry } from '@rehearse/contracts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { EntryPage } from './entry-page.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './messages.en.ts'
import { OutsideLink } from './outside-link.tsx'

/** One article, to be read. */
export function Article() {
  const { difficulty } = useMessages()
  const messages = useLibraryMessages()
  const words = messages.articles
  return (
    <EntryPage<ArticleEntry> path="/api/articles" list="/articles" back={words.back} title={words.title}>
      {(article, back) => (
        <Page title={article.title} lead={article.summary}>
          {back}
          <p className={styles.tags}>
            <Tag>{article.category}</Tag>
            <Tag>{difficulty[article.difficulty]}</Tag>
            <Tag>{messages.minutes(article.readingTime)}</Tag>
          </p>
          <article className={styles.article}>
            <Markdown text={article.body} />
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
