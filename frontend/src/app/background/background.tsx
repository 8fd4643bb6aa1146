import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { dropUnownedData } from '../../shared/device/account-data.ts'
import { finishSignOut, followOtherTabs } from '../../shared/device/sign-out.ts'
import { AppUpdates } from './app-updates.tsx'
import styles from './background.module.css'
import { Connection } from './connection.tsx'
import { LiveProgress } from './live-progress.tsx'
import { NoticeWatch } from './notice-watch.tsx'

const AnswerSender = lazy(() => import('./answer-sender.tsx'))

/** What goes on behind every page, and needs no place in its first load. */
export default function Background() {
  const session = useSession()
  const queryClient = useQueryClient()
  useEffect(() => {
    const finish = async () => {
      if (await finishSignOut()) await queryClient.invalidateQueries({ queryKey: ['session'] })
    }
    void finish()
    dropUnownedData()
    window.addEventListener('online', finish)
    return () => window.removeEventListener('online', finish)
  }, [queryClient])
  useEffect(followOtherTabs, [])
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
