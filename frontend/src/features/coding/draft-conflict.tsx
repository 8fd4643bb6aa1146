import { lazy, Suspense } from 'react'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { codeLanguages, languageNames } from '../../shared/ui/code-language.ts'
import type { Texts } from './code.ts'
import styles from './draft-conflict.module.css'
import { useWorkbenchMessages } from './workbench-messages.en.ts'

const TextDiff = lazy(() => import('./text-diff.tsx'))

/** Shows what differs between this device's version and another device's, and lets the learner choose. */
export function DraftConflict({
  mine,
  other,
  onChoose,
}: {
  mine: Texts
  other: Texts
  onChoose: (choice: 'mine' | 'other') => void
}) {
  const bench = useWorkbenchMessages()
  const changed = Object.keys({ ...mine, ...other }).filter((path) => mine[path] !== other[path])
  return (
    <Alert
      tone="warning"
      title={bench.conflictTitle}
      action={
        <div className={styles.actions}>
          <Button onClick={() => onChoose('mine')}>{bench.keepMine}</Button>
          <Button onClick={() => onChoose('other')}>{bench.useOther}</Button>
        </div>
      }
    >
      <p>{bench.conflictText}</p>
      {changed.map((path) => (
        <section key={path} className={styles.file}>
          <h3>
            <bdi dir="ltr">{nameOf(path)}</bdi>
          </h3>
          <Suspense>
            <TextDiff
              before={mine[path] ?? ''}
              after={other[path] ?? ''}
              labels={[bench.thisDevice, bench.otherDevice]}
            />
          </Suspense>
        </section>
      ))}
    </Alert>
  )
}

const nameOf = (path: string): string => {
  const language = codeLanguages.find((one) => one === path)
  return language ? languageNames[language] : path
}
