"""Stock phrases: what many texts say because everybody says it so. They never count as reuse."""

import re
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from core.detection.reuse.shingles import shingles_of
from core.detection.reuse.words import Hashes, numbers_of, words_of

PHRASES = (
    # rights and terms
    "all rights reserved this material may not be published broadcast rewritten or redistributed",
    "copyright the associated press all rights reserved this material may not be published broadcast rewritten "
    "redistributed in whole or in part without the prior written permission",
    "no part of this publication may be reproduced stored in a retrieval system or transmitted in any form or by "
    "any means electronic mechanical photocopying recording or otherwise without the prior written permission of "
    "the publisher",
    "this article is licensed under a creative commons attribution license which permits unrestricted use "
    "distribution and reproduction in any medium provided the original work is properly cited",
    "this is an open access article distributed under the terms of the creative commons attribution license",
    "text is available under the creative commons attribution sharealike license additional terms may apply by "
    "using this site you agree to the terms of use and privacy policy",
    "permission is hereby granted free of charge to any person obtaining a copy of this software and associated "
    "documentation files the software to deal in the software without restriction",
    "the views expressed in this article are those of the author and do not necessarily reflect the views of",
    "the information contained in this article is for general information purposes only and does not constitute advice",
    "from wikipedia the free encyclopedia",
    "this article is about for other uses see disambiguation",
    "the remainder of this page was intentionally left blank",
    # investors and companies
    "this press release contains forward looking statements within the meaning of the private securities litigation"
    " reform act of section 27a of the securities act of 1933 and section 21e of the securities exchange act of "
    "1934 actual results may differ materially from those expressed or implied by such forward looking statements",
    "undertakes no obligation to publicly update or revise any forward looking statements whether as a result of "
    "new information future events or otherwise except as required by law",
    "past performance is not a guarantee of future results",
    # statutes and bills
    "be it enacted by the senate and house of representatives of the state in general assembly met as follows",
    "be it enacted by the senate and house of representatives in general court assembled and by the authority of "
    "the same",
    "be it enacted by the legislature of the state of be it enacted by the people of the state of represented in "
    "the general assembly",
    "the people of the state of represented in senate and assembly do enact as follows",
    "be it further enacted by the authority aforesaid that",
    "if any provision of this act or the application thereof to any person or circumstance is held invalid such "
    "invalidity shall not affect other provisions or applications of the act which can be given effect without the "
    "invalid provision or application and to this end the provisions of this act are severable",
    "if any provision of this section or its application to any person or circumstances is held invalid the "
    "remainder of the section or the application of the provision to other persons or circumstances is not affected",
    "all acts and parts of acts in conflict with this act are hereby repealed all laws or parts of laws in conflict"
    " with the provisions of this act",
    "this act shall take effect immediately upon its passage and approval this act shall take effect on the first "
    "day of",
    "this act becomes effective on and after its passage and publication in the",
    "for the preservation of the public peace health and safety an emergency is hereby declared to exist by reason "
    "whereof this act shall take effect",
    "is amended to read as follows section of the revised statutes is amended to read is amended by adding a new "
    "section",
    "as used in this section the following terms shall have the following meanings for the purposes of this act the"
    " following words and phrases shall have the meanings respectively ascribed to them unless the context clearly "
    "indicates otherwise",
    "notwithstanding any other provision of law to the contrary notwithstanding any general or special law to the "
    "contrary",
    "shall be punished by a fine of not more than or by imprisonment for not more than or by both such fine and "
    "imprisonment",
    "shall be guilty of a misdemeanor and upon conviction thereof shall be fined not less than nor more than",
    "under penalty of perjury shall be subject to the penalty for perjury",
    "of whom shall be appointed by the governor of whom shall be appointed by the president pro tempore of the "
    "senate of whom shall be appointed by the speaker of the house of representatives of whom shall be appointed by"
    " the minority leader of the senate of whom shall be appointed by the minority leader of the house of "
    "representatives",
    "one of whom shall be appointed by the president pro tempore of the senate two of whom shall be appointed by "
    "the president pro tempore of the senate one of whom shall be appointed by the speaker of the house of "
    "representatives two of whom shall be appointed by the speaker of the house of representatives",
    "members of whom shall be appointed by the governor with the advice and consent of the senate",
    "vacancies shall be filled in the same manner as the original appointment for the unexpired term members shall "
    "serve without compensation but shall be reimbursed for actual and necessary expenses incurred in the "
    "performance of their duties",
    "shall adopt rules and regulations in accordance with the provisions of the administrative procedure act",
    "in witness whereof i have hereunto set my hand and affixed the seal",
    "do solemnly swear or affirm that i will support the constitution of the united states and the constitution of "
    "the state",
    "executors administrators and assigns their heirs executors administrators and assigns",
    # what software leaves in a text
    "use these settings to create adobe pdf documents best suited for high-quality prepress printing created pdf "
    "documents can be opened with acrobat and adobe reader and later",
    # speeches
    "god bless you and may god bless the united states of america thank you very much thank you ladies and gentlemen",
)

_SENTENCES = re.compile(
    r"""(?ix)
      \ball\ rights\ reserved\b | ©\s*\d{4} | \bcopyright\ (?:©|\(c\)|\d{4})
    | \bmay\ not\ be\ (?:published|reproduced|redistributed|copied|reprinted)\b
    | \bterms\ (?:of|and)\ (?:use|service|conditions)\b | \bprivacy\ (?:policy|notice|statement)\b
    | \b(?:uses?|use\ of|accept(?:ing)?|about|our|manage)\ (?:all\ )?cookies\b | \bcookie\ (?:policy|settings|notice)\b
    | \bsign\ up\ (?:for|to)\b | \bsubscribe\ (?:to|now|today|for)\b | \bnewsletters?\b
    | \bcreate\ an?\ (?:free\ )?account\b
    | \bbecome\ an?\ (?:\S+\ )?(?:member|subscriber|patron)\b | \bunlock\ (?:this|all|the|access)\b
    | \bfollow\ (?:us|him|her|me)\ on\b | \bshare\ this\ (?:article|story|page|post|on)\b | \blike\ us\ on\ facebook\b
    | \bclick\ here\b | \bread\ (?:more|next|also)\ ?: | \b(?:enable|requires?)\ javascript\b
    | \b(?:log|sign)\ in\ (?:to|or|with)\b | \badvertis(?:ement|e\ with\ us)\b
    | \bskip\ to\ (?:main|content|navigation)\b
    | \bcomments?\ (?:are|section|policy|below)\b | \bleave\ a\ (?:comment|reply)\b | \bopens\ in\ a\ new\b
    | \bforward-looking\ statements?\b | \bmedia\ (?:contact|enquiries|inquiries)\b
    | \bfor\ (?:more|further)\ information,?\ (?:please\ )?(?:visit|contact)\b
    | \breview\ the\ security\ of\ your\ connection\b | \bsite\ connection\ is\ secure\b
    | \badd\ a\ comment\b | \bsorted\ by:?\ reset\ to\ default\b | \bimprove\ this\ (?:question|answer)\b
    | \bcreative\ commons\b | \bdownload\ (?:the|our)\ app\b | \bback\ to\ top\b | \bview\ all\ posts\b
    | \balle\ rechte\ vorbehalten\b | \btous\ droits\ réservés\b | \btodos\ los\ derechos\ reservados\b
    """
)
_SIGNS = (
    "rights reserved", "©", "copyright", "may not be", "terms ", "privacy", "cookie", "sign up", "subscribe",
    "newsletter", "account", "become a", "unlock", "follow ", "share this", "like us", "click here", "read ",
    "javascript", "log in", "sign in", "advertis", "skip to", "comment", "reply", "opens in", "forward-looking",
    "media ", "information", "creative commons", "download", "sorted by", "connection", "improve this", "back to top",
    "view all", "vorbehalten", "réservés", "reservados",
)  # fmt: skip
"""One of these stands in every sentence of furniture; most texts have none and are not searched further."""
_CODE = re.compile(r"[!-~]{40,}|^[ \t]*[/<>{}\[\]\\|;=][^\n]{0,120}$", re.MULTILINE)
"""So many signs without a space, and short lines that begin with a sign, are addresses, keys or settings, not words."""
_AROUND = 60
"""Characters around a sign in which its sentence must show."""
_ENDS = ".!?\n"
_LONGEST = 600
"""Characters a sentence of page furniture may have; a longer one is cut there."""


@lru_cache(maxsize=1)
def stock_shingles() -> Hashes:
    """Every five words in a row of the phrases, sorted."""
    return np.unique(np.concatenate([shingles_of(numbers_of(words_of(phrase))) for phrase in PHRASES]))


def stock_sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where page furniture stands: sentences on rights, terms, cookies, newsletters, log-ins; addresses and code."""
    for found in _CODE.finditer(text):
        yield found.span()
    for begin, stop in _near_signs(text):
        for found in _SENTENCES.finditer(text, begin, stop):
            start = max(text.rfind(end, max(0, found.start() - _LONGEST), found.start()) for end in _ENDS) + 1
            stops = [at for end in _ENDS if (at := text.find(end, found.end(), found.end() + _LONGEST)) >= 0]
            last = min(stops) + 1 if stops else min(len(text), found.end() + _LONGEST)
            yield max(start, found.start() - _LONGEST), last


def _near_signs(text: str) -> Iterator[tuple[int, int]]:
    """The stretches around a sign, joined where they meet: searching them alone is ten times as fast."""
    lowered = text.lower()
    if len(lowered) != len(text):
        yield 0, len(text)
        return
    places = []
    for sign in _SIGNS:
        at = lowered.find(sign)
        while at >= 0:
            places.append(at)
            at = lowered.find(sign, at + _AROUND)
    begin = stop = -1
    for at in sorted(places):
        if at - _AROUND > stop:
            if stop > 0:
                yield begin, stop
            begin = max(0, at - _AROUND)
        stop = min(len(text), at + 2 * _AROUND)
    if stop > 0:
        yield begin, stop
