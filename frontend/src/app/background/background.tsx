import { lazy, Suspense } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { AppUpdates } from './app-updates.tsx'
import styles from './background.module.css'
import { Connection } from './connection.tsx'
import { LiveProgress } from './live-progress.tsx'
import { NoticeWatch } from './notice-watch.tsx'

const AnswerSender = lazy(() => import('./answer-sender.tsx'))

/** What goes on behind every page, and needs no place in its first load. */
export default function Background() {
  const session = useSession()
  return (
    <div className={styles.stack}>
      {session && (
        <Suspense>
          <LiveProgress />
          <NoticeWatch uid={session.uid} />
          <AnswerSender />
        </Suspense>
      )}
      <Connection />
      <AppUpdates />
    </div>
  )
}
