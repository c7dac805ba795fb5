import type { Testimonial } from "../../../contract/first-view.ts";
import type { Language } from "../../../words/generated/languages.ts";

interface DemoTestimonial extends Omit<Testimonial, "feedback" | "language"> {
  feedback: Record<Language, string>;
}

/** What the demo's people say, in every language. */
const said: DemoTestimonial[] = [
  {
    name: "Siti Rahmawati",
    feedback: {
      en: "I bring one survey a week to my class. We vote first, then we read the comments together, and quite often somebody changes sides. I could not have planned a better lesson.",
      es: "Cada semana llevo una encuesta a mi clase. Primero votamos, luego leemos juntos los comentarios, y a menudo alguien cambia de bando. No podría haber planeado una lección mejor.",
      fr: "Chaque semaine, j’apporte un sondage à ma classe. Nous votons d’abord, puis nous lisons les commentaires ensemble, et bien souvent quelqu’un change d’avis. Je n’aurais pas pu imaginer de meilleure leçon.",
      ar: "أحضر إلى صفي استطلاعًا واحدًا كل أسبوع. نصوّت أولًا، ثم نقرأ التعليقات معًا، وكثيرًا ما يغيّر أحدهم رأيه. ما كنت لأخطط لدرس أفضل من هذا.",
      hi: "मैं हर हफ़्ते अपनी कक्षा में एक सर्वे ले जाती हूँ। पहले हम वोट करते हैं, फिर साथ बैठकर टिप्पणियाँ पढ़ते हैं, और अक्सर किसी न किसी की राय बदल जाती है। इससे अच्छा पाठ मैं सोच भी नहीं सकती थी।",
      zh: "我每周带一个调查到课堂上。我们先投票，再一起读评论，常常有人改变了看法。再好的教案我也设计不出来。",
    },
    date: "2026-03-18",
    image: "/avatars/05.svg",
  },
  {
    name: "Samuel Boateng",
    feedback: {
      en: "My first survey was sent back with a kind note: I had asked two things at once. I split it, and the answers were suddenly worth reading. I have written better questions ever since.",
      es: "Mi primera encuesta volvió con una nota amable: preguntaba dos cosas a la vez. La dividí y, de pronto, valía la pena leer las respuestas. Desde entonces escribo mejores preguntas.",
      fr: "Mon premier sondage m’est revenu avec un mot aimable : je demandais deux choses à la fois. Je l’ai coupé en deux, et les réponses valaient soudain la peine d’être lues. Depuis, je pose de meilleures questions.",
      ar: "أُعيد إليّ أول استطلاع كتبته مع ملاحظة لطيفة: كنت أسأل عن أمرين معًا. قسمته إلى اثنين، فأصبحت الإجابات جديرة بالقراءة فجأة. ومنذ ذلك الحين أكتب أسئلة أفضل.",
      hi: "मेरा पहला सर्वे एक प्यारी-सी टिप्पणी के साथ लौटा: मैंने एक साथ दो बातें पूछ ली थीं। मैंने उसे दो हिस्सों में बाँटा और जवाब अचानक पढ़ने लायक हो गए। तब से मैं बेहतर सवाल लिखता हूँ।",
      zh: "我的第一个调查被退了回来，附着一句善意的提醒：我一次问了两件事。我把它拆成两个，回答一下子就值得读了。从那以后，我的问题越写越好。",
    },
    date: "2025-11-04",
    image: "/avatars/14.svg",
  },
  {
    name: "Margaret Ashdown",
    feedback: {
      en: "At my age one is rarely asked for an opinion, and even more rarely answered. Here I get both, usually before my tea is cold.",
      es: "A mi edad rara vez le piden a una su opinión, y más rara vez le contestan. Aquí tengo las dos cosas, casi siempre antes de que se me enfríe el té.",
      fr: "À mon âge, on vous demande rarement votre avis, et on vous répond plus rarement encore. Ici, j’ai les deux, en général avant que mon thé ne refroidisse.",
      ar: "في مثل سني نادرًا ما يُسأل المرء عن رأيه، وأندر من ذلك أن يجيبه أحد. هنا أجد الأمرين معًا، وغالبًا قبل أن يبرد الشاي.",
      hi: "मेरी उम्र में कोई कम ही राय पूछता है, और जवाब तो उससे भी कम मिलता है। यहाँ दोनों मिल जाते हैं, वह भी अक्सर मेरी चाय ठंडी होने से पहले।",
      zh: "到了我这个年纪，很少有人来问我的看法，得到回应就更少了。在这里两样都有，往往茶还没凉就来了。",
    },
    date: "2024-06-27",
    image: "/avatars/13.svg",
  },
  {
    name: "Gurdeep Sandhu",
    feedback: {
      en: "Two minutes on my break, one vote, done. I became a pro user because of the bus survey. I had a few things to say about buses.",
      es: "Dos minutos en mi descanso, un voto y listo. Me hice Pro por la encuesta de los autobuses. Tenía unas cuantas cosas que decir sobre los autobuses.",
      fr: "Deux minutes pendant ma pause, un vote, et c’est fait. Je suis devenu membre pro à cause du sondage sur les bus. J’avais deux ou trois choses à dire sur les bus.",
      ar: "دقيقتان في استراحتي، صوت واحد، وانتهى الأمر. رقّيت حسابي إلى حساب مميّز بسبب استطلاع الحافلات، فقد كان لديّ ما أقوله عن الحافلات.",
      hi: "ब्रेक में दो मिनट, एक वोट, बस हो गया। बस वाले सर्वे की वजह से मैं प्रो यूज़र बना। बसों के बारे में मुझे दो-चार बातें कहनी थीं।",
      zh: "休息时花两分钟，投一票，就好了。我是因为那个公交车调查才成为高级用户的：关于公交车，我有好些话要说。",
    },
    date: "2026-07-09",
    image: "/avatars/06.svg",
  },
  {
    name: "Camila Ferreyra",
    feedback: {
      en: "People here disagree with me all the time and I have never once felt attacked. I don't know another place on the internet where I could say that.",
      es: "Aquí la gente me lleva la contraria todo el tiempo y ni una sola vez me he sentido atacada. No conozco otro lugar de internet del que pueda decir eso.",
      fr: "Ici, on me contredit tout le temps, et je ne me suis jamais sentie attaquée. Je ne connais aucun autre endroit d’Internet dont je pourrais en dire autant.",
      ar: "يخالفني الناس هنا في الرأي طوال الوقت، ولم أشعر يومًا بأن أحدًا يهاجمني. لا أعرف مكانًا آخر على الإنترنت يمكنني أن أقول عنه ذلك.",
      hi: "यहाँ लोग हर समय मुझसे असहमत होते हैं, और मुझे एक बार भी नहीं लगा कि मुझ पर हमला हो रहा है। इंटरनेट पर कोई और जगह नहीं जानती जिसके बारे में यह कह सकूँ।",
      zh: "这里的人总是跟我意见不同，可我从来没有觉得受到攻击。网上别的地方，我还不知道哪里能这么说。",
    },
    date: "2025-02-15",
    image: "/avatars/17.svg",
  },
  {
    name: "Arjun Mehta",
    feedback: {
      en: "One clear question, yes or no, and the result right in front of me. I only wanted to try it out and have answered thirty by now.",
      es: "Una pregunta clara, sí o no, y el resultado delante de mí. Solo quería probarlo y ya he contestado treinta.",
      fr: "Une question claire, oui ou non, et le résultat juste devant moi. Je voulais seulement essayer, et j’en suis déjà à trente réponses.",
      ar: "سؤال واضح، نعم أو لا، والنتيجة أمامي مباشرة. أردت أن أجرّب فقط، وقد أجبت حتى الآن عن ثلاثين.",
      hi: "एक साफ़ सवाल, हाँ या नहीं, और नतीजा ठीक सामने। मैं तो बस आज़माना चाहता था, और अब तक तीस के जवाब दे चुका हूँ।",
      zh: "一个清楚的问题，是或否，结果就在眼前。我本来只想试试，到现在已经回答了三十个。",
    },
    date: "2023-09-30",
    image: "/avatars/16.svg",
  },
];

export function testimonialsIn(language: Language): Testimonial[] {
  return said.map((each) => ({ ...each, feedback: each.feedback[language], language }));
}
