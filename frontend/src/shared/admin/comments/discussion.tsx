import type { CommentThread } from '@rehearse/contracts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/load-failed.tsx'
import { type ContentRef, commentsQuery, unreadQuery, useCommentWrites } from './api.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import styles from './comments.module.css'
import { useCommentMessages } from './messages.en.ts'
import { usePeople } from './people.ts'

/** The comments on content: read, write, reply, resolve. Load it lazily. */
export default function Discussion({ kind, entryId }: ContentRef) {
  const messages = useCommentMessages()
  const section = useRef<HTMLElement>(null)
  const query = useInfiniteQuery(commentsQuery({ kind, entryId }))
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const threads = data?.pages.flatMap((page) => page.data) ?? []
  const newest = data?.pages[0]
  const linked = useLinkedComment(threads, {
    isComplete: data !== undefined && !hasNextPage,
    loadMore: () => void fetchNextPage(),
    isLoading: isFetchingNextPage,
  })
  useMarkSeen(section, threads)
  return (
    <section ref={section} aria-labelledby="comments" className={styles.discussion}>
      <div>
        <h2 id="comments" tabIndex={-1} className={styles.heading}>
          {messages.titleOpen(newest?.open ?? 0)}
        </h2>
        <p className={styles.quiet}>{messages.lead}</p>
      </div>
      <Loading query={query} title={messages.loadFailed} heights={[4, 4]} />
      {newest && <CommentForm content={{ kind, entryId }} parts={newest.content.parts} />}
      {threads.length > 0 && (
        <ul className={`plain-list ${styles.threads}`}>
          {threads.map((thread) => (
            <Thread
              key={thread.id}
              content={{ kind, entryId }}
              thread={thread}
              parts={newest?.content.parts ?? []}
              linked={linked}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <p>
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {messages.more}
          </Button>
        </p>
      )}
    </section>
  )
}

function Thread({
  content,
  thread,
  parts,
  linked,
}: {
  content: ContentRef
  thread: CommentThread
  parts: readonly { id: string; title: string }[]
  linked: string | null
}) {
  const messages = useCommentMessages()
  const format = useFormat()
  const { nameOrYou } = usePeople()
  const { change } = useCommentWrites()
  const { resolvedAt, resolvedBy, replies } = thread
  const part =
    thread.part !== null ? (parts.find(({ id }) => id === thread.part)?.title ?? thread.part) : null
  const isResolved = resolvedAt !== null
  const whole = (
    <>
      {part !== null && (
        <p className={styles.quiet}>
          {messages.about}: <bdi>{part}</bdi>
        </p>
      )}
      <CommentItem comment={thread} />
      {replies.length > 0 && (
        <ul className={`plain-list ${styles.replies}`}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentItem comment={reply} />
            </li>
          ))}
        </ul>
      )}
      <CommentForm
        content={content}
        threadId={thread.id}
        replyTo={messages.replyTo(nameOrYou(thread.author))}
        actions={
          <Button
            size="small"
            pending={change.isPending}
            onClick={() => change.mutate({ id: thread.id, resolved: !isResolved })}
          >
            {isResolved ? messages.reopen : messages.resolve}
          </Button>
        }
        failure={change.error}
      />
    </>
  )
  if (!isResolved) return <li className={styles.thread}>{whole}</li>
  const hasLinked = linked !== null && [thread, ...replies].some(({ id }) => id === linked)
  return (
    <li className={styles.thread}>
      <details className={styles.resolved} open={hasLinked || undefined}>
        <summary>{messages.resolved(nameOrYou(resolvedBy), format.moment(resolvedAt))}</summary>
        <div className={styles.form}>{whole}</div>
      </details>
    </li>
  )
}

/** Brings the comment that the URL names into view, however old it is. @returns its id */
function useLinkedComment(
  threads: readonly CommentThread[],
  { isComplete, isLoading, loadMore }: { isComplete: boolean; isLoading: boolean; loadMore: () => void },
): string | null {
  const linked = useSearchParams()[0].get('comment')
  const shown = useRef<string>(null)
  const isLoaded = threads.some(
    ({ id, replies }) => id === linked || replies.some((one) => one.id === linked),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link and page.
  useEffect(() => {
    if (linked === null || shown.current === linked || threads.length === 0) return
    if (!isLoaded) {
      if (!isComplete && !isLoading) loadMore()
      return
    }
    const element = document.getElementById(`comment-${linked}`)
    shown.current = linked
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'center' })
  }, [linked, isLoaded, isComplete, isLoading, threads.length])
  return linked
}

/** The most ids in a request. */
const MARKED = 100

/** Marks notifications about the shown comments as read, once the comments come into view. */
function useMarkSeen(section: React.RefObject<HTMLElement | null>, threads: readonly CommentThread[]) {
  const { data } = useQuery(unreadQuery)
  const { markRead } = useCommentWrites()
  const hasUnread = (data?.unread ?? 0) > 0
  const ids = threads.flatMap(({ id, replies }) => [id, ...replies.map((reply) => reply.id)])
  const key = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when other comments are shown.
  useEffect(() => {
    const element = section.current
    if (!element || !hasUnread || ids.length === 0 || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      for (let at = 0; at < ids.length; at += MARKED) markRead.mutate(ids.slice(at, at + MARKED))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [key, hasUnread])
}
