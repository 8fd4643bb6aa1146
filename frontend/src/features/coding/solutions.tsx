import type { Challenge } from '@rehearse/contracts'
import { lazy, Suspense, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { Button } from '../../shared/ui/button.tsx'
import { codeLanguages, languageNames } from '../../shared/ui/code-language.ts'
import { LibraryLocale } from '../../shared/ui/library-locale.tsx'
import { CodeBlock } from '../../shared/ui/markdown/code-block.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import tabs from '../../shared/ui/tabs.module.css'
import type { Texts } from './code.ts'
import { useCodingMessages } from './messages.en.ts'
import styles from './solutions.module.css'
import { useWorkbenchMessages } from './workbench-messages.en.ts'

const TextDiff = lazy(() => import('./text-diff.tsx'))

interface Solution {
  title: string
  complexity: string
  explanation: string
  /** By path; of a `web` challenge, by language. */
  texts: Texts
}

/** The author's solutions, each with its complexity, explanation and files, which can be compared with the learner's. */
export default function Solutions({ challenge, mine }: { challenge: Challenge; mine: Texts }) {
  const bench = useWorkbenchMessages()
  const solutions = solutionsOf(challenge, bench.mainSolution)
  const [first] = solutions
  if (solutions.length === 1 && first) return <OneSolution solution={first} mine={mine} />
  return (
    <LibraryLocale>
      <Tabs>
        <TabList aria-label={bench.solutions} className={tabs.list ?? ''}>
          {solutions.map(({ title }, at) => (
            <Tab key={title} id={String(at)} className={tabs.tab ?? ''}>
              <bdi>{title}</bdi>
            </Tab>
          ))}
        </TabList>
        {solutions.map((solution, at) => (
          <TabPanel key={solution.title} id={String(at)} className={styles.panel ?? ''}>
            <OneSolution solution={solution} mine={mine} />
          </TabPanel>
        ))}
      </Tabs>
    </LibraryLocale>
  )
}

function OneSolution({ solution, mine }: { solution: Solution; mine: Texts }) {
  const coding = useCodingMessages()
  const bench = useWorkbenchMessages()
  const [compared, setCompared] = useState(false)
  const files = Object.entries(solution.texts).filter(([, text]) => text !== '')
  return (
    <div className={styles.solution}>
      {solution.complexity !== '' && (
        <p>
          {bench.complexity}: <bdi dir="ltr">{solution.complexity}</bdi>
        </p>
      )}
      <Markdown text={solution.explanation} />
      {files.length > 0 && (
        <Button size="small" aria-pressed={compared} onClick={() => setCompared(!compared)}>
          {bench.compare}
        </Button>
      )}
      {files.map(([path, text]) => {
        const language = codeLanguages.find((one) => one === path)
        const name = language ? languageNames[language] : path
        return (
          <section key={path} aria-label={coding.solutionIn(name)}>
            <h3>
              <bdi dir="ltr">{name}</bdi>
            </h3>
            {compared ? (
              <Suspense>
                <TextDiff before={mine[path] ?? ''} after={text} labels={[bench.yours, solution.title]} />
              </Suspense>
            ) : (
              <CodeBlock code={text} language={language ?? endingOf(path)} compact={false} />
            )}
          </section>
        )
      })}
    </div>
  )
}

function solutionsOf(challenge: Challenge, title: string): Solution[] {
  const { solution, solutionFiles = [], complexity = '', explanation = '', otherSolutions = [] } = challenge
  const isWeb = challenge.kind === 'web'
  const byPath = (files: readonly { path: string; text: string }[]) =>
    Object.fromEntries(files.map(({ path, text }) => [path, text]))
  return [
    { title, complexity, explanation, texts: isWeb ? { ...solution } : byPath(solutionFiles) },
    ...otherSolutions.map((other) => ({
      title: other.title,
      complexity: other.complexity,
      explanation: other.explanation,
      texts: isWeb ? { javascript: other.javascript ?? '' } : byPath(other.files),
    })),
  ]
}

const endingOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)
