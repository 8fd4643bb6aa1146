import { useEffect, useState } from 'react'
import { follow, loadUser, type User } from './api'

export function UserProfile({ userId }: { userId: string }) {
  const [user, setUser] = useState<User | null>(null)
  const [isFollowing, setFollowing] = useState(false)

  useEffect(() => {
    loadUser(userId).then((loaded) => {
      setUser(loaded)
      setFollowing(loaded.isFollowed)
    })
  }, [])

  async function handleFollow() {
    setFollowing(true)
    await follow(userId).catch(() => {})
  }

  if (!user) return <p role="status">Loading…</p>

  return (
    <article>
      <img src={user.avatarUrl} width={64} height={64} />
      <h1>{user.name}</h1>
      <div dangerouslySetInnerHTML={{ __html: user.about }} />
      <p>
        Member since <time dateTime={user.joined}>{user.joined.slice(0, 4)}</time>
      </p>
      <h2>Skills</h2>
      <ul>
        {user.skills.map((skill) => (
          <li key={skill.id}>{skill.name}</li>
        ))}
      </ul>
      <div className="button" onClick={handleFollow}>
        {isFollowing ? 'Following' : 'Follow'}
      </div>
    </article>
  )
}
