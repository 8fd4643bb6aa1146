import type { WelcomeMessages } from './messages.en.ts'

export const welcome: WelcomeMessages = {
  title: 'مستواك',
  lead: 'سؤالان، لنقول لك من أين تبدأ. تبقى إجابتاك على هذا الجهاز، ومع حسابك إن كان لك حساب.',
  userType: 'ما الذي يصفك أكثر؟',
  userTypes: {
    student: { name: 'أنا أتعلّم', text: 'من أول صفحة HTML فصاعدًا.' },
    'job-seeker': { name: 'لديّ مقابلة', text: 'هناك يوم أستعدّ له.' },
    developer: { name: 'أعمل مطوّرًا', text: 'أريد أن أحافظ على مستواي.' },
  },
  learningMode: 'كيف تحب أن تتعلّم؟',
  learningModes: {
    guided: { name: 'مع خطة', text: 'من يوم إلى سبعة أيام، ولكل يوم هدف.' },
    'free-style': { name: 'تدريب حر', text: 'أي موضوع، متى أردت.' },
  },
  done: 'ابدأ',
  skip: 'تخطٍّ',
  saving: 'لحظة واحدة...',
}
