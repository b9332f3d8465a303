"""English words that say nothing about a subject: left out of the word half of the hashed embedder and of facets."""

_WORDS = """
a about above across after again against all almost alone along already also although always am among an and
another any anyhow anyone anything anyway anywhere are around as at back be became because become becomes been
before beforehand behind being below beside besides between beyond both but by can cannot could did do does doing
done down due during each either else elsewhere enough etc even ever every everyone everything everywhere except
few for former formerly from further get give go had has have having he hence her here hereby herein hers herself
him himself his how however i ie if in indeed into is it its itself keep latter latterly least less made many may
me meanwhile might mine more moreover most mostly much must my myself namely neither never nevertheless next no
nobody none nor not nothing now nowhere of off often on once one only onto or other others otherwise our ours
ourselves out over own part per perhaps please put rather re same see seem seemed seeming seems several she should
since so some somehow someone something sometime sometimes somewhere still such than that the their them themselves
then thence there thereafter thereby therefore therein thereupon these they this those though through throughout
thru thus to together too toward towards under until up upon us very via was we well were what whatever when whence
whenever where whereas whereby wherein whereupon wherever whether which while whither who whoever whole whom whose
why will with within without would yet you your yours yourself yourselves
"""
STOP_WORDS = frozenset(_WORDS.split())
