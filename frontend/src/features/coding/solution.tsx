import { codeLanguages, languageNames } from '../../shared/ui/code-editor/code-language.ts'
import { CodeBlock } from '../../shared/ui/markdown/code-block.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import type { ChallengeCode } from './code.ts'
import { useCodingMessages } from './coding-messages.ts'
import styles from './solution.module.css'

/** The author's way, and why; closed until it is wanted, for the own one may still be in work. */
export function Solution({ solution, explanation }: { solution: ChallengeCode; explanation: string }) {
  const coding = useCodingMessages()
  return (
    <details className={styles.solution}>
      <summary>{coding.solution}</summary>
      <Markdown text={explanation} />
      {codeLanguages
        .filter((language) => solution[language] !== '')
        .map((language) => (
          <section key={language} aria-label={coding.solutionIn(languageNames[language])}>
            <h3>{languageNames[language]}</h3>
            <CodeBlock code={solution[language]} language={language} compact={false} />
          </section>
        ))}
    </details>
  )
}
