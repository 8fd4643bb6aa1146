import type { Guide as GuideEntry } from '@rehearse/contracts'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { EntryPage } from './entry-page.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './messages.en.ts'

/** A preparation guide, section by section. */
export function Guide() {
  const messages = useLibraryMessages()
  const words = messages.guides
  return (
    <EntryPage<GuideEntry>
      path="/api/guides"
      list="/preparation-guides"
      back={words.back}
      title={words.title}
    >
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
            <Tag>{words.withPractice(messages.minutes(guide.estimatedTime))}</Tag>
          </p>
          <div className={styles.reading}>
            <div>
              {guide.sections.map((section, position) => (
                <section key={section.title} aria-labelledby={anchor(position)} className={styles.chapter}>
                  <h2 id={anchor(position)} dir="auto">
                    {section.title}
                  </h2>
                  <p className={styles.quiet}>{messages.minutes(section.readingTime)}</p>
                  <Markdown text={section.description} />
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
