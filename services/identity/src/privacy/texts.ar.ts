import type { ExportTexts } from './texts.en.ts'

export const ar: ExportTexts = {
  locale: 'ar-u-nu-latn',
  direction: 'rtl',
  title: 'ما تحتفظ به Rehearse عنك',
  introduction: [
    'هذا كل شيء، من كل أجزاء Rehearse، كما كان في تلك اللحظة.',
    'تحتوي الملفات الأخرى في هذا الأرشيف على الشيء نفسه بصيغة JSON، لتقرأه البرامج.',
    'لا يُحفظ من كلمات المرور وغيرها من الأسرار إلا بصماتها (hashes)، وهي غير مدرجة هنا.',
  ],
  nothing: 'لا شيء محفوظ هنا.',
  yes: 'نعم',
  no: 'لا',
  services: { media: 'ملفات الصوت' },
  collections: {
    learner: 'الحساب',
    learner_preferences: 'التفضيلات',
    identity: 'مواقع أخرى تسجّل الدخول بها',
    session: 'الأجهزة التي سجّلت الدخول عليها',
    push_subscription: 'المتصفّحات التي تستقبل إشعاراتك',
    mail: 'رسائل بريد لم تُرسل بعد',
    account_token: 'روابط أُرسلت إليك',
    unsubscribe_token: 'روابط إلغاء الاشتراك التي أُرسلت إليك',
    practice: 'آخر تدريب',
    reminder: 'التذكيرات',
    events: 'ما فعلته، بالترتيب الذي فعلته به',
    question_report: 'ما أبلغت عنه في الأسئلة',
    bookmark: 'الإشارات المرجعية',
    note: 'الملاحظات',
    learning_session: 'جلسات التعلّم',
  },
}
