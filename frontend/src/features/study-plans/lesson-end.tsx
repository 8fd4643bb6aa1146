import { LESSON_SECONDS_MAX } from '@rehearse/contracts/constants'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { learnerApi } from '../../shared/api/client.ts'
import { courseStateQuery } from '../../shared/api/courses.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import styles from './course.module.css'
import { useCourseMessages } from './course-messages.en.ts'

/** The end of a lesson: who gets here has read it, and can also say so. */
export function LessonEnd({ uid, pathId, stepId }: { uid: string; pathId: string; stepId: string }) {
  const messages = useCourseMessages()
  const errorText = useErrorText()
  const client = useQueryClient()
  const end = useRef<HTMLDivElement>(null)
  const openedAt = useRef(Date.now())
  const { data } = useQuery(courseStateQuery(uid, pathId))
  const isRead = data?.steps.find(({ id }) => id === stepId)?.isRead
  const reading = useMutation({
    mutationFn: () =>
      learnerApi.call(
        'POST',
        `/api/progress/paths/${encodeURIComponent(pathId)}/sections/${encodeURIComponent(stepId)}/read`,
        {
          body: {
            seconds: Math.min(LESSON_SECONDS_MAX, Math.round((Date.now() - openedAt.current) / 1_000)),
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          },
        },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['progress', uid] }),
  })
  const { mutate, isIdle } = reading
  useEffect(() => {
    if (isRead !== false || !isIdle || !end.current || !globalThis.IntersectionObserver) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) mutate()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isRead, isIdle, mutate])
  return (
    <div ref={end} className={styles.actions}>
      {isRead === true && (
        <p role="status" className={styles.quiet}>
          <Check aria-hidden size={16} /> {messages.read}
        </p>
      )}
      {isRead === false && (
        <Button size="small" pending={reading.isPending} onClick={() => mutate()}>
          {messages.markRead}
        </Button>
      )}
      {reading.isError && <p className={styles.quiet}>{errorText(reading.error, messages.readFailed)}</p>}
    </div>
  )
}
