import type { Language } from "../../../words/generated/languages.ts";

export interface DemoText {
  title: string;
  description: string;
  question: string;
}

interface DemoTranslations {
  /** What it was asked in first, if that is not English. */
  first?: Language;
  texts: Record<Exclude<Language, "en">, DemoText>;
}

/** Surveys that are asked in every language, by their English titles. */
// biome-ignore format: one part per line lets languages be compared
export const translations = new Map<string, DemoTranslations>([
  ["Let residents decide on part of the city budget", {
    first: "ar",
    texts: {
      ar: {
        title: "أن يقرر السكان جزءًا من ميزانية المدينة",
        description: "في الميزانية التشاركية تُنفق حصة ثابتة من الميزانية السنوية على مشاريع يقترحها السكان ويصوّتون عليها. ومن نتائجها المعتادة ملاعب الأطفال وأعمدة الإنارة ومواقف الدراجات.",
        question: "هل ينبغي أن يقرر السكان مباشرة ما لا يقل عن خمسة في المئة من ميزانية مدينتهم؟",
      },
      es: {
        title: "Que los vecinos decidan sobre parte del presupuesto municipal",
        description: "En los presupuestos participativos, una parte fija del presupuesto anual se gasta en proyectos que los vecinos proponen y votan. Suelen ser parques infantiles, farolas y aparcamientos para bicicletas.",
        question: "¿Deberían los vecinos decidir directamente sobre al menos el cinco por ciento del presupuesto de su ciudad?",
      },
      fr: {
        title: "Laisser les habitants décider d’une part du budget de la ville",
        description: "Avec un budget participatif, une part fixe du budget annuel finance des projets que les habitants proposent et choisissent par un vote. Il en sort souvent des aires de jeux, des lampadaires et des arceaux à vélos.",
        question: "Les habitants devraient-ils décider directement d’au moins cinq pour cent du budget de leur ville ?",
      },
      hi: {
        title: "शहर के बजट का एक हिस्सा निवासी तय करें",
        description: "सहभागी बजट में सालाना बजट का एक तय हिस्सा उन परियोजनाओं पर खर्च होता है जिन्हें निवासी सुझाते हैं और वोट से चुनते हैं। अक्सर इससे खेल के मैदान, सड़क की बत्तियाँ और साइकिल स्टैंड बनते हैं।",
        question: "क्या निवासियों को अपने शहर के बजट का कम से कम पाँच प्रतिशत सीधे तय करना चाहिए?",
      },
      zh: {
        title: "让居民决定一部分城市预算",
        description: "在参与式预算中，每年有固定比例的预算用于居民提出并投票选出的项目，常见的成果是游乐场、路灯和自行车架。",
        question: "是否应该由居民直接决定本市至少百分之五的预算？",
      },
    },
  }],
  ["A label on everything made by AI", {
    first: "zh",
    texts: {
      zh: {
        title: "凡是人工智能生成的内容都加标签",
        description: "机器生成的图片、声音和文字很难与人的作品区分开来。一个看得见的标签可以说明这一点，就像食品上的配料表一样。",
        question: "人工智能生成的内容是否必须带有标签？",
      },
      ar: {
        title: "وسم على كل ما يصنعه الذكاء الاصطناعي",
        description: "يصعب التمييز بين الصور والأصوات والنصوص التي تصنعها الآلة وبين أعمال البشر. والوسم الظاهر يوضح ذلك، تمامًا كقائمة المكونات على الأطعمة.",
        question: "هل يجب أن يحمل المحتوى الذي يصنعه الذكاء الاصطناعي وسمًا؟",
      },
      es: {
        title: "Una etiqueta en todo lo que hace la IA",
        description: "Las imágenes, voces y textos hechos por una máquina son difíciles de distinguir del trabajo de las personas. Una etiqueta visible lo diría, igual que la lista de ingredientes de los alimentos.",
        question: "¿Debería ser obligatorio etiquetar los contenidos hechos por inteligencia artificial?",
      },
      fr: {
        title: "Une étiquette sur tout ce que produit l’IA",
        description: "Les images, les voix et les textes produits par une machine se distinguent mal du travail humain. Une étiquette visible le dirait, comme la liste des ingrédients sur les aliments.",
        question: "Les contenus produits par une intelligence artificielle devraient-ils porter une étiquette ?",
      },
      hi: {
        title: "एआई से बनी हर चीज़ पर लेबल",
        description: "मशीन से बनी तस्वीरों, आवाज़ों और लेखों को इंसान के काम से अलग पहचानना मुश्किल है। एक साफ़ दिखने वाला लेबल यह बता देगा, जैसे खाने के पैकेट पर सामग्री की सूची।",
        question: "क्या आर्टिफ़िशियल इंटेलिजेंस से बनी सामग्री पर लेबल होना ज़रूरी होना चाहिए?",
      },
    },
  }],
  ["One week of silence about the final episode", {
    first: "es",
    texts: {
      es: {
        title: "Una semana de silencio sobre el último capítulo",
        description: "¿Es de mala educación hablar del final de una serie a la mañana siguiente? Algunos grupos de amigos han acordado una semana en la que nadie dice una palabra.",
        question: "¿Basta una semana antes de poder hablar en público de los finales?",
      },
      ar: {
        title: "أسبوع من الصمت عن الحلقة الأخيرة",
        description: "هل من قلة الذوق أن نتحدث عن نهاية مسلسل في صباح اليوم التالي؟ اتفقت بعض مجموعات الأصدقاء على أسبوع لا ينطق فيه أحد بكلمة.",
        question: "هل يكفي أسبوع واحد قبل أن يجوز الحديث عن النهايات أمام الجميع؟",
      },
      fr: {
        title: "Une semaine de silence sur le dernier épisode",
        description: "Est-il impoli de parler de la fin d’une série dès le lendemain matin ? Des groupes d’amis se sont mis d’accord sur une semaine pendant laquelle personne n’en dit un mot.",
        question: "Une semaine suffit-elle avant de pouvoir parler des fins en public ?",
      },
      hi: {
        title: "आख़िरी एपिसोड पर एक हफ़्ते की चुप्पी",
        description: "क्या अगली ही सुबह किसी सीरीज़ के अंत की बात करना बदतमीज़ी है? दोस्तों के कुछ समूहों ने एक हफ़्ता तय किया है जिसमें कोई कुछ नहीं कहता।",
        question: "क्या सबके सामने अंत की बात करने से पहले एक हफ़्ता काफ़ी है?",
      },
      zh: {
        title: "大结局播出后，沉默一周",
        description: "剧集播完的第二天早上就谈论结局，算不算失礼？有些朋友圈约定，一周之内谁都不提一个字。",
        question: "一周之后才可以公开讨论结局，这个时间够长吗？",
      },
    },
  }],
  ["Free buses and trams for everyone in the city", {
    texts: {
      ar: {
        title: "حافلات وترام مجانية للجميع في المدينة",
        description: "توقفت بعض المدن عن بيع التذاكر، وصارت تموّل الحافلات والترام من الضرائب. زاد عدد الركاب، لكن هناك خلافًا حول ما إذا كان الناس قد تركوا سياراتهم أم أنهم صاروا يمشون أقل فحسب.",
        question: "هل ينبغي أن تكون المواصلات العامة داخل مدينتك مجانية؟",
      },
      es: {
        title: "Autobuses y tranvías gratis para toda la ciudad",
        description: "Algunas ciudades han dejado de vender billetes y pagan los autobuses y tranvías con impuestos. Hay más viajeros, pero se discute si la gente dejó el coche en casa o simplemente camina menos.",
        question: "¿Debería ser gratuito el transporte público dentro de tu ciudad?",
      },
      fr: {
        title: "Des bus et des trams gratuits pour toute la ville",
        description: "Quelques villes ne vendent plus de billets et financent bus et trams par l’impôt. La fréquentation a augmenté, mais on débat encore : les gens ont-ils laissé leur voiture, ou marchent-ils simplement moins ?",
        question: "Les transports publics devraient-ils être gratuits dans votre ville ?",
      },
      hi: {
        title: "शहर में सबके लिए मुफ़्त बस और ट्राम",
        description: "कुछ शहरों ने टिकट बेचना बंद कर दिया है और बस-ट्राम का खर्च टैक्स से उठाते हैं। सवारियाँ बढ़ीं, पर इस पर बहस है कि लोगों ने गाड़ी घर छोड़ी या बस पैदल चलना कम किया।",
        question: "क्या आपके शहर में सार्वजनिक परिवहन मुफ़्त होना चाहिए?",
      },
      zh: {
        title: "全城公交和电车免费",
        description: "有几座城市不再售票，用税收来支付公交和电车的费用。乘客增加了，但人们究竟是少开了车，还是只是少走了路，仍有争议。",
        question: "您所在城市的公共交通是否应该免费？",
      },
    },
  }],
  ["No more changing the clocks twice a year", {
    texts: {
      ar: {
        title: "لا تغيير للساعة مرتين في السنة بعد اليوم",
        description: "كان الهدف من التوقيت الصيفي توفير الطاقة. وتبيّن أن التوفير ضئيل، في حين ينام كثير من الناس نومًا سيئًا لأيام بعد التغيير.",
        question: "هل ينبغي إلغاء تغيير الساعة في الربيع والخريف؟",
      },
      es: {
        title: "No más cambios de hora dos veces al año",
        description: "El horario de verano se introdujo para ahorrar energía. El ahorro resultó pequeño, mientras que mucha gente duerme mal durante días.",
        question: "¿Debería suprimirse el cambio de hora en primavera y en otoño?",
      },
      fr: {
        title: "Ne plus changer d’heure deux fois par an",
        description: "Le passage à l’heure d’été devait économiser l’énergie. L’économie s’est révélée faible, tandis que beaucoup de gens dorment mal pendant plusieurs jours.",
        question: "Faut-il supprimer le changement d’heure au printemps et en automne ?",
      },
      hi: {
        title: "साल में दो बार घड़ी बदलना बंद हो",
        description: "गर्मियों का समय ऊर्जा बचाने के लिए शुरू हुआ था। बचत मामूली निकली, जबकि बहुत से लोग कई दिनों तक ठीक से सो नहीं पाते।",
        question: "क्या वसंत और पतझड़ में घड़ी बदलना बंद कर देना चाहिए?",
      },
      zh: {
        title: "不再每年两次调整时钟",
        description: "实行夏令时原本是为了节约能源，结果节省不多，许多人却会因此好几天睡不好。",
        question: "是否应该取消春秋两季的时钟调整？",
      },
    },
  }],
  ["A four-day working week at full pay", {
    texts: {
      ar: {
        title: "أسبوع عمل من أربعة أيام بأجر كامل",
        description: "في تجارب سابقة قلّصت شركات الأسبوع إلى أربعة أيام من دون خفض الأجور، واحتفظ معظمها بذلك بعدها. كانت التجارب طوعية، ومعظمها في المكاتب.",
        question: "هل ينبغي أن يصبح أسبوع الأيام الأربعة بالأجر نفسه هو أسبوع العمل المعتاد؟",
      },
      es: {
        title: "Una semana laboral de cuatro días con el mismo sueldo",
        description: "En varios ensayos, las empresas redujeron la semana a cuatro días sin bajar los sueldos, y la mayoría la mantuvo después. Los ensayos eran voluntarios y casi siempre en oficinas.",
        question: "¿Debería ser lo normal una semana de cuatro días con el mismo sueldo?",
      },
      fr: {
        title: "La semaine de quatre jours à salaire égal",
        description: "Lors d’essais, des entreprises sont passées à quatre jours sans baisser les salaires, et la plupart ont continué ensuite. Ces essais étaient volontaires et concernaient surtout des bureaux.",
        question: "La semaine de quatre jours à salaire égal devrait-elle devenir la norme ?",
      },
      hi: {
        title: "पूरे वेतन पर चार दिन का कामकाजी हफ़्ता",
        description: "प्रयोग के तौर पर कुछ कंपनियों ने वेतन घटाए बिना हफ़्ता चार दिन का कर दिया, और ज़्यादातर ने बाद में भी ऐसा ही रखा। ये प्रयोग स्वैच्छिक थे और ज़्यादातर दफ़्तरों में हुए।",
        question: "क्या उतने ही वेतन पर चार दिन का हफ़्ता सामान्य कामकाजी हफ़्ता बन जाना चाहिए?",
      },
      zh: {
        title: "每周工作四天，工资不变",
        description: "在试点中，一些公司把每周工作时间缩短到四天而不减薪，多数公司后来保留了下来。试点是自愿的，而且大多在办公室。",
        question: "工资不变的四天工作制是否应该成为常态？",
      },
    },
  }],
  ["Phones stay in lockers during school hours", {
    texts: {
      ar: {
        title: "الهواتف في الخزائن أثناء الدوام المدرسي",
        description: "يسلّم التلاميذ هواتفهم صباحًا ويستعيدونها بعد الحصة الأخيرة، مع استثناءات لأسباب طبية.",
        question: "هل ينبغي أن يترك التلاميذ هواتفهم في خزانة طوال اليوم المدرسي؟",
      },
      es: {
        title: "Los móviles se quedan en la taquilla durante las clases",
        description: "El alumnado entregaría el móvil por la mañana y lo recuperaría después de la última clase. Habría excepciones por motivos médicos.",
        question: "¿Debería el alumnado dejar el móvil en una taquilla durante toda la jornada escolar?",
      },
      fr: {
        title: "Les téléphones au casier pendant les cours",
        description: "Les élèves remettraient leur téléphone le matin et le récupéreraient après le dernier cours. Des exceptions seraient prévues pour raisons médicales.",
        question: "Les élèves devraient-ils laisser leur téléphone au casier toute la journée d’école ?",
      },
      hi: {
        title: "स्कूल के समय फ़ोन लॉकर में रहें",
        description: "छात्र सुबह अपना फ़ोन जमा करेंगे और आख़िरी पीरियड के बाद वापस लेंगे। स्वास्थ्य कारणों से छूट मिलेगी।",
        question: "क्या छात्रों को पूरे स्कूल के दिन अपना फ़ोन लॉकर में रखना चाहिए?",
      },
      zh: {
        title: "上学期间手机放进储物柜",
        description: "学生早上交出手机，最后一节课后取回。因医疗需要可以例外。",
        question: "学生是否应该在整个上学日把手机放进储物柜？",
      },
    },
  }],
  ["Voting at sixteen in local elections", {
    texts: {
      ar: {
        title: "التصويت من سن السادسة عشرة في الانتخابات المحلية",
        description: "سمحت بلدات عدة لمن بلغوا السادسة عشرة بالتصويت لمجلسهم المحلي، في حين بقيت الانتخابات الوطنية عند الثامنة عشرة. يأمل المؤيدون في عادة تصويت تدوم، ويرى المنتقدون أن خبرتهم بالحياة قليلة.",
        question: "هل ينبغي السماح بالتصويت في الانتخابات المحلية من سن السادسة عشرة؟",
      },
      es: {
        title: "Votar a los dieciséis en las elecciones locales",
        description: "Varios municipios han permitido votar a su ayuntamiento desde los dieciséis años, mientras que en las elecciones nacionales siguen siendo dieciocho. Quienes lo apoyan esperan un hábito duradero de votar; quienes lo critican ven poca experiencia de vida.",
        question: "¿Debería poderse votar en las elecciones locales desde los dieciséis años?",
      },
      fr: {
        title: "Voter à seize ans aux élections locales",
        description: "Plusieurs communes ont laissé les jeunes de seize ans élire leur conseil, alors que les élections nationales restent à dix-huit ans. Les partisans espèrent une habitude durable de voter, les critiques jugent l’expérience de la vie trop courte.",
        question: "Devrait-on pouvoir voter aux élections locales dès seize ans ?",
      },
      hi: {
        title: "स्थानीय चुनावों में सोलह साल की उम्र से वोट",
        description: "कई कस्बों ने सोलह साल के युवाओं को अपनी स्थानीय परिषद के लिए वोट देने दिया है, जबकि राष्ट्रीय चुनाव में उम्र अठारह ही है। समर्थकों को उम्मीद है कि वोट देने की आदत पड़ेगी, आलोचकों को जीवन का अनुभव कम लगता है।",
        question: "क्या स्थानीय चुनावों में सोलह साल की उम्र से वोट देने की अनुमति होनी चाहिए?",
      },
      zh: {
        title: "地方选举十六岁就能投票",
        description: "一些城镇已允许十六岁的青少年选举地方议会，而全国选举仍为十八岁。支持者希望由此养成长久的投票习惯，批评者认为他们阅历太浅。",
        question: "是否应该允许年满十六岁的人在地方选举中投票？",
      },
    },
  }],
  ["Cards only: shops that no longer take cash", {
    texts: {
      ar: {
        title: "بالبطاقة فقط: متاجر لم تعد تقبل النقود",
        description: "توقفت بعض المقاهي والمتاجر عن قبول النقود لأنها بطيئة ويجب حملها إلى المصرف. ومن لا يملك بطاقة أو هاتفًا يبقى خارجًا.",
        question: "هل يجب أن تقبل كل المتاجر الدفع نقدًا؟",
      },
      es: {
        title: "Solo tarjeta: tiendas que ya no aceptan efectivo",
        description: "Algunos cafés y tiendas han dejado de aceptar efectivo porque es lento y hay que llevarlo al banco. Quien no tiene tarjeta ni móvil se queda fuera.",
        question: "¿Debería ser obligatorio que todas las tiendas acepten efectivo?",
      },
      fr: {
        title: "Carte uniquement : ces commerces qui refusent les espèces",
        description: "Des cafés et des commerces n’acceptent plus les espèces : c’est lent, et il faut les porter à la banque. Les personnes sans carte ni téléphone restent dehors.",
        question: "Tous les commerces devraient-ils accepter les espèces ?",
      },
      hi: {
        title: "सिर्फ़ कार्ड: दुकानें जो अब नकद नहीं लेतीं",
        description: "कुछ कैफ़े और दुकानों ने नकद लेना बंद कर दिया है, क्योंकि उसमें समय लगता है और उसे बैंक ले जाना पड़ता है। जिनके पास कार्ड या फ़ोन नहीं, वे बाहर रह जाते हैं।",
        question: "क्या हर दुकान के लिए नकद लेना ज़रूरी होना चाहिए?",
      },
      zh: {
        title: "只收刷卡：不再收现金的商店",
        description: "一些咖啡馆和商店不再收现金，因为现金慢，还得送去银行。没有银行卡或手机的人就被挡在门外。",
        question: "是否每家商店都必须接受现金？",
      },
    },
  }],
  ["No work messages after closing time", {
    texts: {
      ar: {
        title: "لا رسائل عمل بعد انتهاء الدوام",
        description: "خارج ساعات العمل يحتجز خادم بريد الشركة الرسائل حتى صباح اليوم التالي. وتُستثنى خدمات الطوارئ والمناوبون.",
        question: "هل ينبغي إلزام أصحاب العمل بوقف رسائل العمل مساءً وفي عطلة نهاية الأسبوع؟",
      },
      es: {
        title: "Sin mensajes de trabajo después de la jornada",
        description: "Fuera del horario laboral, el servidor de correo de la empresa retendría los mensajes hasta la mañana siguiente. Quedan exceptuados los servicios de emergencia y quienes están de guardia.",
        question: "¿Deberían las empresas detener los mensajes de trabajo por la tarde y los fines de semana?",
      },
      fr: {
        title: "Plus de messages de travail après la fermeture",
        description: "En dehors des heures de travail, le serveur de messagerie retiendrait les messages jusqu’au lendemain matin. Les services d’urgence et les personnes d’astreinte feraient exception.",
        question: "Les employeurs devraient-ils bloquer les messages de travail le soir et le week-end ?",
      },
      hi: {
        title: "छुट्टी के बाद काम के संदेश नहीं",
        description: "काम के घंटों के बाद कंपनी का मेल सर्वर संदेशों को अगली सुबह तक रोके रखेगा। आपातकालीन सेवाओं और ड्यूटी पर तैनात लोगों को छूट होगी।",
        question: "क्या नियोक्ताओं को शाम और सप्ताहांत में काम के संदेश रोकने चाहिए?",
      },
      zh: {
        title: "下班后不发工作消息",
        description: "下班后，公司的邮件服务器会把消息扣留到第二天早上。应急部门和值班人员除外。",
        question: "雇主是否应该在晚上和周末停发工作消息？",
      },
    },
  }],
  ["Subtitles always on, even in your own language", {
    texts: {
      ar: {
        title: "الترجمة المكتوبة دائمًا، حتى بلغتك أنت",
        description: "يزداد عدد من يشاهدون الأفلام مع نص مكتوب بلغة يفهمونها تمامًا. بعضهم يلوم جودة الصوت، وبعضهم يلوم الضجيج في البيت.",
        question: "هل تشاهد الأفلام بلغتك مع نص مكتوب على الشاشة؟",
      },
      es: {
        title: "Subtítulos siempre, incluso en tu propio idioma",
        description: "Cada vez más gente ve películas con subtítulos en un idioma que entiende perfectamente. Unos culpan a la mezcla de sonido; otros, al ruido de casa.",
        question: "¿Ves películas en tu propio idioma con subtítulos?",
      },
      fr: {
        title: "Des sous-titres en permanence, même dans sa langue",
        description: "De plus en plus de gens regardent des films sous-titrés dans une langue qu’ils comprennent parfaitement. Les uns accusent le mixage, les autres le bruit à la maison.",
        question: "Regardez-vous des films sous-titrés dans votre propre langue ?",
      },
      hi: {
        title: "सबटाइटल हमेशा चालू, अपनी भाषा में भी",
        description: "ज़्यादा से ज़्यादा लोग उस भाषा की फ़िल्में भी सबटाइटल के साथ देखते हैं जिसे वे अच्छी तरह समझते हैं। कोई आवाज़ की मिक्सिंग को दोष देता है, कोई घर के शोर को।",
        question: "क्या आप अपनी भाषा की फ़िल्में सबटाइटल के साथ देखते हैं?",
      },
      zh: {
        title: "一直开着字幕，哪怕是母语",
        description: "越来越多的人看自己完全听得懂的影片也要开字幕。有人怪混音，有人怪家里太吵。",
        question: "您看母语影片时会开字幕吗？",
      },
    },
  }],
  ["Whole seasons at once or one episode a week", {
    texts: {
      ar: {
        title: "الموسم كله دفعة واحدة أم حلقة كل أسبوع",
        description: "ظلت المسلسلات الجديدة تصدر دفعة واحدة لسنوات. وفي الآونة الأخيرة يعود كثير منها إلى حلقة أسبوعية، كي يطول حديث الناس عنها.",
        question: "هل تفضّل أن يصدر الموسم كله في يوم واحد؟",
      },
      es: {
        title: "La temporada entera o un capítulo por semana",
        description: "Durante años, las series nuevas salían de una vez. Últimamente muchas vuelven al capítulo semanal para que se hable de ellas más tiempo.",
        question: "¿Prefieres que una temporada entera salga en un solo día?",
      },
      fr: {
        title: "Toute la saison d’un coup ou un épisode par semaine",
        description: "Pendant des années, les nouvelles séries sortaient d’un bloc. Depuis peu, beaucoup reviennent à un épisode par semaine, pour que l’on en parle plus longtemps.",
        question: "Préférez-vous qu’une saison entière sorte le même jour ?",
      },
      hi: {
        title: "पूरा सीज़न एक साथ या हर हफ़्ते एक एपिसोड",
        description: "कई साल तक नई सीरीज़ एक साथ आती रहीं। अब बहुत-सी फिर हर हफ़्ते एक एपिसोड पर लौट रही हैं, ताकि लोग उनके बारे में ज़्यादा दिन बात करें।",
        question: "क्या आपको पूरा सीज़न एक ही दिन आना ज़्यादा पसंद है?",
      },
      zh: {
        title: "整季一次放出，还是每周一集",
        description: "多年来，新剧都是一次全部放出。最近许多剧又改回每周一集，好让人们谈论得更久。",
        question: "您更喜欢一天之内放出整季吗？",
      },
    },
  }],
]);
